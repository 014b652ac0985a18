import { createWalletModal } from '@wallet-modal/kernel'
import { generated } from './wallet-modal.generated'

/** This page's modal. What it consists of stands in wallet-modal.json; options that are code go in here. */
export const modal = createWalletModal(generated())

if (import.meta.hot) {
  import.meta.hot.dispose(() => modal.dispose())
  import.meta.hot.accept(() => location.reload())
}
