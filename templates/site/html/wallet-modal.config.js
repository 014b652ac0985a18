import { createWalletModal } from '@wallet-modal/kernel'
import { defineElements } from '@wallet-modal/kernel/elements'
import { generated } from './wallet-modal.generated.js'

/** This page's modal. What it consists of stands in wallet-modal.json; options that are code go in here. */
export const modal = createWalletModal(generated())

defineElements(modal)

// What is exported here is what page.js can import from wallet-modal/index.js.
export { displayAmount, effect, groupAddress } from '@wallet-modal/kernel'

/** The sandbox is there while the site is developed, and not for visitors. */
export const isDevelopment = process.env.NODE_ENV !== 'production'

/** Whether an EVM account signed the message, by this page's own reckoning; `undefined` for accounts of other chain families. */
export async function verify({ namespace, address, message, signature }) {
  if (namespace !== 'eip155') return undefined
  const { verifyMessage } = await import('viem')
  return verifyMessage({ address, message, signature }).catch(() => false)
}
