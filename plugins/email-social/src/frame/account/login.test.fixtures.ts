import type { FrameAccount } from '../gateway.js'
import type { LoginWithKey } from './account.js'

export const ADDRESS = `0x${'ab'.repeat(20)}`

/** Login on a site, with an account whose key is in this browser. `account` replaces fields of the account. */
export const loginOf = (account: Partial<FrameAccount> = {}, address = ADDRESS): LoginWithKey => ({
  ...{ session: 's1', address },
  account: {
    ...{ accountId: 'a1', site: 'https://shop.example', chains: [], smartAccount: null, approvals: 'frame' },
    wallet: { address },
    ...account,
  },
})
