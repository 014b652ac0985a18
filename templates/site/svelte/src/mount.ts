import { mount as mountComponent } from 'svelte'
import App from './App.svelte'

/** Mounts the page. */
export const mount = (target: Element): void => void mountComponent(App, { target })
