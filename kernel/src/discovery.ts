// An entry of its own for plugins that look for wallets: what a wallet says of itself is hostile until it was looked at.

const MAX_NAME = 64
const MAX_ICON = 200_000
const iconPattern = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i

/** A wallet's name for a list: at most 64 characters, no controls and direction marks, which could make one look like another. `undefined` for none. */
export const plainName = (name: unknown): string | undefined =>
  (typeof name === 'string' &&
    name
      .slice(0, MAX_ICON)
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, MAX_NAME)) ||
  undefined

/** A wallet's icon where it is the data URI of an image (EIP-6963, Wallet Standard) of at most 200 000 characters. */
export const plainIcon = (icon: unknown): string | undefined =>
  typeof icon === 'string' && icon.length <= MAX_ICON && iconPattern.test(icon) ? icon : undefined
