import { createWalletModal } from '@wallet-modal/kernel'
import { defineElements } from '@wallet-modal/kernel/elements'
import { generated } from './wallet-modal.generated.js'
import { plugins } from './wallet-modal.json'

/** Modal of this page. Its plugins and options are in wallet-modal.json; add options here that JSON cannot hold, such as functions. */
export const modal = createWalletModal(generated())

defineElements(modal)

// page.js can import all exports of this file from wallet-modal/index.js.
export { displayAmount, effect, groupAddress, transactionSettled } from '@wallet-modal/kernel'
export { groupDigits } from '@wallet-modal/kernel/assets'
export { verify } from './verify.js'

/** Whether the sandbox is available: in development only. */
export const hasSandbox = process.env.NODE_ENV !== 'production' && '@wallet-modal/sandbox' in plugins
