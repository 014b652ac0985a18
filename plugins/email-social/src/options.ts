import { defineOptions, flag, listOf, type OptionsOfSchema, oneOf, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Origin of the embedded wallet's frame, which a gateway serves. If a plugin, such as the sandbox, sets the endpoint `secure`, the modal uses this
   * endpoint instead. Without an origin, the modal offers no login.
   */
  url: textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://wallet.shop.example"'),
  /** Whether the modal offers login by email. Default: true. */
  email: flag,
  /**
   * Social logins in display order. Each service except Farcaster needs an OAuth client in the gateway's configuration. Farcaster needs a node of OP
   * Mainnet in this configuration. Default: none.
   */
  socials: listOf(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')),
  /**
   * Type of the EVM account for visitors who have not chosen one. `smartAccount` (default): the account sends several calls as one transaction
   * (EIP-7702). `eoa`: standard account, which sends each call as a transaction. If the gateway sets `smartAccount: null`, all accounts are of the
   * type `eoa`.
   */
  defaultAccountTypes: recordOf({ eip155: oneOf('eoa', 'smartAccount') }),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
