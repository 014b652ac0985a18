import { type Context, readWith } from '@wallet-modal/kernel'
import { readDevice } from '../pairing/device.js'
import { linkTarget, requestLink } from './deep-links.js'

/** Storage key of the link of the wallet app that was opened on this device. */
const LINK = 'link'

const link = readWith((value): string => {
  if (typeof value !== 'string' || value.length > 2048)
    throw new Error('the stored wallet link is not a string of at most 2048 characters')
  return value
})

/** Stores the link of the wallet app that the visitor connected on this device; `undefined` for a wallet on another device. */
export function storeOpenedLink(ctx: Context, mobileLink: string | undefined): void {
  if (mobileLink) ctx.storage.set(LINK, mobileLink)
  else ctx.storage.remove(LINK)
}

/**
 * Opens the wallet app for a pending request, if this is a phone and the visitor connected the app on it. Calls `hasFailed` in a later task,
 * because the client first reports each request as sent, and rejects it afterwards if sending failed.
 */
export async function openForRequest(
  ctx: Context,
  request: { readonly id: number; readonly topic: string },
  hasFailed: () => boolean,
): Promise<void> {
  const stored = ctx.storage.get(LINK, link)
  const device = readDevice()
  if (stored === null || !device.isPhone || document.visibilityState === 'hidden') return
  const { checkUrl } = await import('../views/check-url.js')
  await new Promise((resolve) => setTimeout(resolve))
  if (hasFailed()) return
  const href = requestLink(stored, request, checkUrl)
  // not `ctx.openWindow`, which throws until the modal's code is loaded: the site may send a request earlier
  if (href !== null) window.open(href, linkTarget(device), 'noreferrer')
}
