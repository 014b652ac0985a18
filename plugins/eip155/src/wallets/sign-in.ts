import type { Authenticator, SignInRequest } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import type { Eip1193Provider } from '../contract.js'
import { toAccounts } from './accounts.js'
import { parseAddresses, toHexChainId } from './provider.js'

const METHOD = 'wallet_connect'

interface SignInOptions {
  /** CAIP-2 id of the network that the signed message names. */
  readonly caipNetworkId: string
  readonly authenticator: Authenticator
  readonly signal: AbortSignal
}

const toCapability = (request: SignInRequest, caipNetworkId: string): object => ({
  version: '1',
  chainId: toHexChainId(caipNetworkId.slice('eip155:'.length)),
  domain: request.domain,
  uri: request.uri,
  nonce: request.nonce,
  issuedAt: request.issuedAt,
  expirationTime: request.expirationTime,
  ...(request.statement !== undefined && { statement: request.statement }),
  ...(request.resources && { resources: [...request.resources] }),
})

/**
 * Connects and signs in with one approval (ERC-7846 `wallet_connect` with the capability `signInWithEthereum`): the wallet creates the message
 * (EIP-4361) from the fields. Resolves to the addresses, even if the wallet connected without signing. Resolves to `null` without a prompt if the
 * site's server returns no request, or if `signal` is aborted before the prompt. Throws errors of the wallet, such as an unknown method, and
 * `INVALID_DATA` for an invalid reply.
 */
export async function connectAndSignIn(
  provider: Eip1193Provider,
  { caipNetworkId, authenticator, signal }: SignInOptions,
): Promise<readonly string[] | null> {
  const fields = await authenticator.request()
  if (!fields || signal.aborted) return null
  const capabilities = { signInWithEthereum: toCapability(fields, caipNetworkId) }
  const answer = await provider.request({ method: METHOD, params: [{ version: '1', capabilities }] })
  const { accounts }: { readonly accounts?: unknown } = Object(answer)
  if (!Array.isArray(accounts)) throw invalidReply(METHOD, 'a list of accounts')
  const addresses = parseAddresses(
    accounts.map((one) => Object(one).address),
    METHOD,
  )
  const [account] = toAccounts(addresses, provider)
  const { message, signature } = Object(Object(Object(accounts[0]).capabilities).signInWithEthereum)
  const isSigned = typeof message === 'string' && typeof signature === 'string'
  // does not sign in a visitor who has closed the modal meanwhile
  if (account && isSigned && !signal.aborted) {
    const { address, type: accountType } = account
    const isCancelled = (): boolean => signal.aborted
    await authenticator.submit({ fields, caipNetworkId, address, accountType, message, signature, isCancelled })
  }
  return addresses
}
