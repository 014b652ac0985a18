import { effect } from '@wallet-modal/kernel'
import { defineElements } from '@wallet-modal/kernel/elements'
import { mountAccountCard } from './account-card'
import { findElement } from './page'
import { mountSignCard } from './sign-card'
import { plugins } from '../wallet-modal.json'
import { modal } from './wallet-modal.config'
import './elements.css'

/** Connects the elements of index.html with the modal. */
export function mount(root: Element): void {
  defineElements(modal)
  mountAccountCard(findElement(root, '#account'))
  mountSignCard(findElement(root, '#sign'))
  const [welcome, connected] = [findElement(root, '.hero'), findElement(root, '.cards')]
  // The hint is about the sandbox, which exists in development only.
  if (import.meta.env.DEV && '@wallet-modal/sandbox' in plugins) root.querySelector('.hint')?.removeAttribute('hidden')
  effect(() => {
    const isConnected = modal.connections.active.value !== null
    welcome.hidden = isConnected
    connected.hidden = !isConnected
  })
}
