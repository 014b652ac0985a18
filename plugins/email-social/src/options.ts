import { defineOptions, flag, listOf, type OptionsOfSchema, oneOf, recordOf, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /**
   * Origin of the embedded wallet's frame; a gateway serves the frame. The endpoint `secure`, which a plugin such as the sandbox can set, takes
   * precedence. Without either, the modal offers no login.
   */
  url: textLike(/^https?:\/\/[^\s/?#]+$/, 'an origin such as "https://wallet.shop.example"'),
  /** Whether the modal offers login by email. Default: true. */
  email: flag,
  /**
   * Social logins in display order. The gateway's configuration needs an OAuth client for each service except Farcaster. For Farcaster, it needs a
   * node of OP Mainnet. Default: none.
   */
  socials: listOf(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')),
  /**
   * Type of the EVM account for visitors who have not chosen one. `smartAccount` (default): the account sends several calls as one transaction
   * (EIP-7702). `eoa`: standard account, which sends each call as a separate transaction. If the gateway sets `smartAccount: null`, all accounts are
   * of the type `eoa`.
   */
  defaultAccountTypes: recordOf({ eip155: oneOf('eoa', 'smartAccount') }),
})

export type EmailSocialOptions = OptionsOfSchema<typeof options>
