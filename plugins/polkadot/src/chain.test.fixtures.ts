import { ApiPromise } from '@polkadot/api'
import type { ProviderInterface } from '@polkadot/rpc-provider/types'
import { afterAll } from 'vitest'

/** Answers by method: a value, or a function of the parameters. */
export type Answers = Readonly<Record<string, unknown>>

/** A provider that answers the start-up requests of @polkadot/api with a chain's real metadata. It is not a full node. */
export function chainOf(metadata: string, version: object, more: Answers = {}): ProviderInterface {
  const answers: Answers = {
    chain_getBlockHash: `0x${'91'.repeat(32)}`,
    rpc_methods: { methods: [] },
    Metadata_metadata_versions: '0x040f000000', // [15]
    Metadata_metadata_at_version: metadata,
    state_getRuntimeVersion: version,
    system_chain: 'Polkadot',
    system_properties: { ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT' },
    ...more,
  }
  const chain: ProviderInterface = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => chain,
    connect: async () => {},
    disconnect: async () => {},
    on: (event, listener) => {
      if (event === 'connected') queueMicrotask(listener)
      return () => {}
    },
    async send(method, params) {
      const name = method === 'state_call' ? String(params[0]) : method
      if (!(name in answers)) throw new Error(`-32601: ${name}`)
      const answer = answers[name]
      return typeof answer === 'function' ? answer(...params) : answer
    },
    subscribe: async () => {
      throw new Error('no subscriptions')
    },
    unsubscribe: async () => false,
  }
  return chain
}

const apis = new Set<ApiPromise>()
const shared = new Map<string, Promise<ApiPromise>>()
/** Each test file must call this function: hooks of a shared module run only in the first file that loads the module. */
export function disconnectAfterTests(): void {
  afterAll(async () => {
    for (const api of apis) await api.disconnect()
    shared.clear()
  })
}

/** An instance of @polkadot/api on the provider of {@link chainOf}. It is disconnected after the tests. */
export async function apiOn(metadata: string, version: object, more?: Answers): Promise<ApiPromise> {
  const provider = chainOf(metadata, version, more)
  const api = await ApiPromise.create({ provider, noInitWarn: true, throwOnConnect: true })
  apis.add(api)
  return api
}

/** Like {@link apiOn}, but tests with the same answers share an instance, because decoding the metadata takes most of their time. */
export function sharedApiOn(metadata: string, version: object, more?: Answers): Promise<ApiPromise> {
  const key = JSON.stringify([metadata, version, more])
  const api = shared.get(key) ?? apiOn(metadata, version, more)
  shared.set(key, api)
  return api
}
