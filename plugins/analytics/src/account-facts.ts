import type { WalletConnection } from '@wallet-modal/kernel'
import type { EventProperties } from './contract.js'

/** Events with the property `isSmartAccount`. */
const withAccountType =
  /^(CLICK_TRANSACTIONS|ERROR_FETCH_TRANSACTIONS|LOAD_MORE_TRANSACTIONS|SELECT_(BUY_.*|WHAT_IS_A_BUY)|OPEN_(SWAP|SEND|ENS_FLOW)|INITIATE_SWAP|SWAP_.*|SEND_.*|REGISTER_NAME_.*|(CLICK_.*_)?SIWX_.*|CLICK_CANCEL_SIWX)$/
/** Events whose property `network` is the active network. Events of transactions have the transaction's network instead. */
const withNetwork = /^(OPEN_(SWAP|SEND)|SET_PREFERRED_ACCOUNT_TYPE|(CLICK_.*_)?SIWX_.*|CLICK_CANCEL_SIWX)$/

/** Properties of an event that describe the active account, without its address. */
export function accountFacts(event: string, active: WalletConnection | null): EventProperties {
  if (!active) return {}
  return {
    ...(withNetwork.test(event) && { network: active.caipNetworkId }),
    ...(withAccountType.test(event) && { isSmartAccount: active.account.type === 'smartAccount' }),
  }
}
