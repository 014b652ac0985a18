import { createWalletModal } from '@wallet-modal/kernel'
import { generated } from './wallet-modal.generated'

/** Modal of this page. Its plugins and options are in wallet-modal.json; add options here that JSON cannot hold, such as functions. */
export const modal = createWalletModal(generated())

if (import.meta.hot) {
  import.meta.hot.dispose(() => modal.dispose())
  import.meta.hot.accept(() => location.reload())
}
