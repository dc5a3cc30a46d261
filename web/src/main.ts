import '@fontsource/vollkorn/latin-600.css';
import '@fontsource/vollkorn/latin-400.css';
import '@fontsource/atkinson-hyperlegible/latin-400.css';
import '@fontsource/atkinson-hyperlegible/latin-700.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { client } from './lib/engine/service.svelte';

client.start();
const target = document.getElementById('app');
if (target) mount(App, { target });
