/** Sections of the wallet list in default order. */
export const sections = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type Section = (typeof sections)[number]
