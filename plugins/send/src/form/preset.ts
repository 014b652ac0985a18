import { type Network, WalletModalError } from '@wallet-modal/kernel'
import { parseCaipAssetId } from '@wallet-modal/kernel/assets'
import type { SendParams } from '../contract.js'

/** Validated {@link SendParams}. */
export interface Preset {
  readonly network: Network | undefined
  /** CAIP-19 id. */
  readonly assetId: string | undefined
  /** In decimal notation, not in base units. */
  readonly amount: string | undefined
  readonly receiver: string | undefined
}

export const NO_PRESET: Preset = Object.freeze({
  network: undefined,
  assetId: undefined,
  amount: undefined,
  receiver: undefined,
})

const refuse = (message: string): never => {
  throw new WalletModalError('INVALID_ARGUMENT', message)
}

function textOf(params: object, field: keyof SendParams): string | undefined {
  const value: unknown = Reflect.get(params, field)
  if (value === undefined) return undefined
  if (typeof value === 'string' && value !== '' && value.length <= 256) return value
  return refuse(`Send: "${field}" must be a string of 1 to 256 characters.`)
}

/** Validates the site's parameters before anything is displayed. Throws `INVALID_ARGUMENT` or `UNKNOWN_NETWORK`. */
export function parsePreset(params: SendParams | undefined, networks: readonly Network[]): Preset {
  if (params === undefined) return NO_PRESET
  if (typeof params !== 'object' || params === null) return refuse('Send: the params must be an object.')
  const assetId = textOf(params, 'token')
  const amount = textOf(params, 'amount')
  const requestedNetwork = textOf(params, 'network')
  const tokenNetworkId = assetId === undefined ? undefined : networkOf(assetId)
  if (requestedNetwork !== undefined && tokenNetworkId !== undefined && requestedNetwork !== tokenNetworkId)
    refuse(`Send: the token ${assetId} is not a token of the network ${requestedNetwork}.`)
  if (amount !== undefined && assetId === undefined) refuse('Send: "amount" needs "token".')
  if (amount !== undefined && (!/^(\d+\.?\d*|\.\d+)$/.test(amount) || !/[1-9]/.test(amount)))
    refuse('Send: "amount" must be a decimal number greater than 0, such as "0.25".')
  const id = requestedNetwork ?? tokenNetworkId
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === id)
  if (id !== undefined && !network)
    throw new WalletModalError(
      'UNKNOWN_NETWORK',
      `Send: ${id} is not one of the networks of this site. Add it to "networks".`,
    )
  return { network, assetId, amount, receiver: textOf(params, 'receiver') }
}

function networkOf(assetId: string): string {
  try {
    return parseCaipAssetId(assetId).caipNetworkId
  } catch {
    return refuse(`Send: "token" must be a CAIP-19 id such as "eip155:1/slip44:60", not "${assetId}".`)
  }
}
