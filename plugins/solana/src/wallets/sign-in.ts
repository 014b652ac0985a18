import type { Authenticator, SignInRequest } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { toWalletChain } from '../chains.js'
import type { SolanaWallet } from '../contract.js'
import { toBase58 } from '../sdk.js'
import { parseAccounts, toBytes, type WalletAccount } from './accounts.js'

const FEATURE = 'solana:signIn'

interface SignInOptions {
  /** CAIP-2 id of the network that the signed message names. */
  readonly caipNetworkId: string
  readonly authenticator: Authenticator
  readonly signal: AbortSignal
}

/** Chain id in the message: `mainnet`, `devnet` or `testnet` for public clusters, the reference part of the CAIP-2 id for other networks. */
function chainIdOf(caipNetworkId: string): string {
  const [, cluster = ''] = toWalletChain(caipNetworkId).split(':')
  return cluster === 'localnet' ? caipNetworkId.slice('solana:'.length) : cluster
}

const toInput = (request: SignInRequest, caipNetworkId: string): object => ({
  domain: request.domain,
  uri: request.uri,
  version: '1',
  chainId: chainIdOf(caipNetworkId),
  nonce: request.nonce,
  issuedAt: request.issuedAt,
  expirationTime: request.expirationTime,
  ...(request.statement !== undefined && { statement: request.statement }),
  ...(request.resources && { resources: [...request.resources] }),
})

/**
 * Connects and signs in with one approval (`solana:signIn` of the Wallet Standard): the wallet creates the message from the fields. Resolves to the
 * signing account. If the wallet lacks the feature or the site's server returns no request, resolves to `null` without a prompt. Throws errors of the
 * wallet, and `INVALID_DATA` for an invalid reply.
 */
export async function connectAndSignIn(
  wallet: SolanaWallet,
  { caipNetworkId, authenticator, signal }: SignInOptions,
): Promise<WalletAccount | null> {
  const feature = wallet.features[FEATURE]
  if (!feature) return null
  const fields = await authenticator.request()
  if (!fields || signal.aborted) return null
  const [output]: readonly unknown[] = await feature.signIn(toInput(fields, caipNetworkId))
  const { account: walletAccount, signedMessage, signature }: Readonly<Record<string, unknown>> = Object(output)
  const [account] = parseAccounts([walletAccount], FEATURE)
  const messageBytes = toBytes(signedMessage)
  const signatureBytes = toBytes(signature)
  if (!account || !messageBytes || signatureBytes?.length !== 64)
    throw invalidReply(FEATURE, 'an account and its signed message')
  const message = new TextDecoder().decode(messageBytes)
  // does not sign in a visitor who has closed the modal meanwhile
  if (!signal.aborted)
    await authenticator.submit({
      fields,
      caipNetworkId,
      address: account.address,
      message,
      signature: toBase58(signatureBytes),
      isCancelled: () => signal.aborted,
    })
  return account
}
