import { effect } from '@wallet-modal/kernel'
import { defineElements } from '@wallet-modal/kernel/elements'
import { mountAccountCard } from './account-card'
import { part } from './page'
import { mountSignCard } from './sign-card'
import { plugins } from '../wallet-modal.json'
import { modal } from './wallet-modal.config'
import './elements.css'

/** Connects the elements of index.html with the modal. */
export function mount(root: Element): void {
  defineElements(modal)
  mountAccountCard(part(root, '#account'))
  mountSignCard(part(root, '#sign'))
  const [welcome, connected] = [part(root, '.hero'), part(root, '.cards')]
  // The hint is about the sandbox, which exists in development only.
  if (import.meta.env.DEV && '@wallet-modal/sandbox' in plugins) root.querySelector('.hint')?.removeAttribute('hidden')
  effect(() => {
    const isConnected = modal.connections.active.value !== null
    welcome.hidden = isConnected
    connected.hidden = !isConnected
  })
}
