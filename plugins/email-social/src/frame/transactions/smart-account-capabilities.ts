import * as v from 'valibot'
import { numberToHex } from 'viem'
import type { WalletAccountType } from '../../frame-messages.js'
import type { LoginWithKey } from '../account/account.js'
import { FrameError } from '../gateway.js'
import { readSmartAccountState } from './smart-account.js'

const chainIds = v.optional(v.array(v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{1,13}$/))))
const parameters = v.union([
  v.strictTuple([v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))]),
  v.strictTuple([v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/)), chainIds]),
])

/**
 * Handles `wallet_getCapabilities` (EIP-5792). Statuses of `atomic`:
 * - `supported`: the account delegates to the gateway's contract.
 * - `ready`: the account's next batch will create or replace the delegation.
 * - `unsupported`: the account is a plain account, or the contract cannot be used on the chain.
 *
 * Omits chains whose node does not reply. Rejects if this applies to all requested chains.
 */
export async function capabilitiesOf(login: LoginWithKey, type: WalletAccountType, params: unknown): Promise<unknown> {
  const parsed = v.safeParse(parameters, params)
  if (!parsed.success) throw new FrameError(-32_602, 'The parameters do not match "wallet_getCapabilities".')
  const [address, requestedChainIds] = parsed.output
  if (address.toLowerCase() !== login.address.toLowerCase())
    throw new FrameError(4100, 'The request is for another account.')
  const ids = requestedChainIds?.map((id) => Number(id))
  const chains = login.account.chains.filter(({ chainId }) => ids?.includes(chainId) ?? true)
  const statuses = chains.map(async (chain) => {
    const status = type === 'eoa' ? 'unsupported' : await statusOn(login, chain)
    return [numberToHex(chain.chainId), { atomic: { status } }] as const
  })
  const results = await Promise.allSettled(statuses)
  const [firstFailure] = results.filter((result) => result.status === 'rejected')
  const capabilities = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (firstFailure && capabilities.length === 0) throw firstFailure.reason
  return Object.fromEntries(capabilities)
}

async function statusOn(
  ...args: Parameters<typeof readSmartAccountState>
): Promise<'supported' | 'ready' | 'unsupported'> {
  const { contract, isDelegated } = await readSmartAccountState(...args)
  if (contract === null) return 'unsupported'
  return isDelegated ? 'supported' : 'ready'
}
