import { invalid, readAccount, splitCaip10 } from '@wallet-modal/gateway/server'
import { SandboxError } from '../errors.js'
import { type Engine, isServing } from './engine.js'

/** Throws `ENGINE_DOWN` with the reason if the engine has failed or is off. */
export function expectServing(engine: Engine): void {
  const status = engine.status()
  if (!isServing(engine) && 'reason' in status) throw new SandboxError('ENGINE_DOWN', status.reason)
}

/** Engine whose CAIP-2 id is exactly `caipNetworkId`. Throws `INVALID_REQUEST` with the ids of the served chains. */
export function engineOf(engines: readonly Engine[], caipNetworkId: string): Engine {
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  if (engine) return engine
  const served = engines.filter(isServing).map(({ network }) => network.caipNetworkId)
  throw invalid(
    `The sandbox does not serve the chain "${caipNetworkId.slice(0, 64)}". It serves ${served.join(' and ') || 'none'}.`,
  )
}

/**
 * Token of a CAIP-10 id; `undefined` if no engine has the chain or if the address is invalid. Throws `INVALID_REQUEST` if the text is not CAIP-10.
 */
export function tokenOf(engines: readonly Engine[], caip10: string) {
  const parsed = splitCaip10(caip10)
  if (!parsed) throw invalid(`"${caip10.slice(0, 96)}" is not a CAIP-10 address of a token.`)
  return tokenAt(engines, parsed)
}

/** Like {@link tokenOf}, for a parsed CAIP-10 id. */
export function tokenAt(
  engines: readonly Engine[],
  { caipNetworkId, address: text }: { readonly caipNetworkId: string; readonly address: string },
) {
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  const address = engine?.assets?.toTokenAddress?.(text) ?? engine?.toAddress(text)
  return engine && address !== undefined ? { engine, address } : undefined
}

/**
 * Canonical address of an account (plain address or CAIP-10), and the engines on which the address is valid. `chainId` (CAIP-2) restricts the result
 * to one engine. Throws `INVALID_REQUEST` if the address is valid on none.
 */
export function resolveAccount(engines: readonly Engine[], account: string, chainId: string | undefined) {
  const { address: text, caipNetworkId: filter } = readAccount(account, chainId)
  const candidates = filter === undefined ? engines : [engineOf(engines, filter)]
  const [first] = candidates.flatMap((engine) => engine.toAddress(text) ?? [])
  if (first === undefined) throw invalid('The account is neither an address of a local chain nor a CAIP-10 account.')
  return { address: first, engines: candidates.filter((engine) => engine.toAddress(text) === first) }
}
