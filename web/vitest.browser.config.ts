import { defineConfig } from 'vitest/config';

/** Browser tests: one after the other, against a real `ludex serve` (see tests/browser/house.ts). */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.spec.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
