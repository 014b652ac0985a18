const MAX_NAME = 64
const MAX_ICON = 200_000
const iconPattern = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i

/** A wallet's name without controls and direction marks, which could make one name look like another; `undefined` for none. */
export function plainName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const shown = name
    .slice(0, 1000)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME)
  return shown || undefined
}

/** A wallet's icon where it is image data of a bearable size. */
export const plainIcon = (icon: unknown): string | undefined =>
  typeof icon === 'string' && icon.length <= MAX_ICON && iconPattern.test(icon) ? icon : undefined
