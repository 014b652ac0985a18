import { isCaipNetworkId } from '@wallet-modal/kernel'
import { invalid } from './http.js'

const CAIP10 = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):(.+)$/

/** Account of a request. */
export interface RequestAccount {
  /** Address as in the request, without the chain. */
  readonly address: string
  /** CAIP-2 id, from the account or the parameter `chainId`. If absent, the request is for all chains of the source. */
  readonly caipNetworkId?: string
}

/** The chain and the address of a CAIP-10 id; `undefined` for other text. */
export function splitCaip10(text: string): { readonly caipNetworkId: string; readonly address: string } | undefined {
  const [, caipNetworkId, address] = CAIP10.exec(text.trim()) ?? []
  return caipNetworkId === undefined || address === undefined ? undefined : { caipNetworkId, address }
}

/** Parses an account (an address or a CAIP-10 id) and the parameter `chainId`. Throws `INVALID_REQUEST` if they name different chains. */
export function readAccount(account: string, chainId: string | undefined): RequestAccount {
  const parsed = splitCaip10(account)
  if (chainId !== undefined && !isCaipNetworkId(chainId))
    throw invalid('"chainId" must be a CAIP-2 id such as eip155:1')
  if (parsed && chainId !== undefined && parsed.caipNetworkId !== chainId)
    throw invalid('The account and chainId name different chains.')
  const caipNetworkId = parsed?.caipNetworkId ?? chainId
  return { address: parsed?.address ?? account, ...(caipNetworkId !== undefined && { caipNetworkId }) }
}
