import { array, boolean, minLength, object, optional, picklist, pipe, strictObject, string } from 'valibot'

export const sections = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const
export type Section = (typeof sections)[number]

const text = pipe(string(), minLength(1))

const customWallet = object({
  id: text,
  name: text,
  homepage: optional(string()),
  image_url: optional(string()),
  rdns: optional(string()),
  mobile_link: optional(string()),
  desktop_link: optional(string()),
  webapp_link: optional(string()),
  app_store: optional(string()),
  play_store: optional(string()),
  chrome_store: optional(string()),
})

export const options = strictObject({
  /** Order of the list's sections; those left out follow in the usual order. */
  connectorTypeOrder: optional(array(picklist(sections))),
  /** Order of the blocks. By default email, social, wallet; wallet comes first where one is installed. */
  connectMethodsOrder: optional(array(picklist(['email', 'social', 'wallet']))),
  /** Catalogue ids shown first, in this order. */
  featuredWalletIds: optional(array(text)),
  /** Only these catalogue ids are offered. */
  includeWalletIds: optional(array(text)),
  /** These catalogue ids are never offered. */
  excludeWalletIds: optional(array(text)),
  customWallets: optional(array(customWallet)),
  /** A checkbox that has to be ticked before connecting; needs at least one of the two URLs. */
  legalCheckbox: optional(boolean()),
  termsUrl: optional(text),
  privacyUrl: optional(text),
})
