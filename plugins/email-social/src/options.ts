import { defineOptions, flag, listOf, type OptionsOfSchema, oneOf, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Origin of the embedded wallet's frame, which a gateway serves. If a plugin, such as the sandbox, sets the endpoint `secure`, that endpoint is
   * used instead. Without an origin, no login is offered.
   */
  url: textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://wallet.shop.example"'),
  /** Whether login by email is offered. Default: true. */
  email: flag,
  /**
   * Login services in display order. Each needs an OAuth client in the gateway's configuration; Farcaster instead needs a node of OP Mainnet.
   * Default: none.
   */
  socials: listOf(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')),
  /** Account type of visitors who have not chosen one. Default: `smartAccount`, which sends several calls as one transaction (EIP-7702). */
  defaultAccountTypes: recordOf({ eip155: oneOf('eoa', 'smartAccount') }),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
