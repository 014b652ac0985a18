import { ApiPromise } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import { Keyring } from '@polkadot/keyring'
import { afterAll, beforeAll } from 'vitest'
import { localPolkadotNetwork } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { type Sandbox, startSandbox } from '../start.js'

export const { caipNetworkId } = localPolkadotNetwork
export const keyring = new Keyring({ ss58Format: 42, type: 'sr25519' })
export const alice = keyring.addFromUri('//Alice')
export let sandbox: Sandbox
export let engine: Engine
export const processIdOf = (of: Engine): number => {
  const status = of.status()
  if (status.state !== 'running') throw new Error(`the engine is ${status.state}`)
  return status.processId
}

export const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

export const url = (): string => `${sandbox.url}/v1/?chainId=${caipNetworkId}`
export const post = async (body: unknown): Promise<{ status: number; text: string }> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url(), { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

export const call = (method: string, params: unknown = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

// the types of @polkadot/api are incompatible with exactOptionalPropertyTypes
export const createApi = (provider: object): Promise<ApiPromise> =>
  ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true } as ApiOptions)

export function startOneSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
    const found = sandbox.engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
    if (!found) throw new Error('The sandbox has no Polkadot chain.')
    engine = found
  })
  afterAll(() => sandbox.stop())
}
