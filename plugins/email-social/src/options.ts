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
  /**
   * Type of the EVM account for visitors who have not chosen one. `smartAccount` (default): sends several calls as one transaction (EIP-7702). `eoa`:
   * standard account, which sends each call as a transaction. If the gateway sets `smartAccount: null`, all accounts are of the type `eoa`.
   */
  defaultAccountTypes: recordOf({ eip155: oneOf('eoa', 'smartAccount') }),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
