import { defineOptions, flag, listOf, type OptionsOfSchema, oneOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Origin of the embedded wallet's frame, which the gateway serves. Default: the endpoint `secure`; without either, email login is not offered. */
  url: textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://wallet.shop.example"'),
  /** Whether login by email is offered; on by default. */
  email: flag,
  /** Services to log in with, in the order shown. The gateway needs a client of each, and a node of OP Mainnet for Farcaster. Default: none. */
  socials: listOf(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
