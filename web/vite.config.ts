import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:7777', ws: true } },
  },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
