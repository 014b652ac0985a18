import type { ApiPromise } from '@polkadot/api'
import type { Signer } from '@polkadot/api/types'
import { Keyring } from '@polkadot/keyring'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import assetHubVersion from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-ver'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import kusamaVersion from '@polkadot/types-support/metadata/v15/kusama-ver'
import relay from '@polkadot/types-support/metadata/v15/polkadot-hex'
import relayVersion from '@polkadot/types-support/metadata/v15/polkadot-ver'
import { cryptoWaitReady, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountStorageKey, readFree } from './assets/balance.js'
import { apiOn, disconnectAfterTests } from './chain.test.fixtures.js'
import type { InjectedExtension } from './contract.js'
import { parseProvider } from './wallets/parse-provider.js'

disconnectAfterTests()

await cryptoWaitReady()
const keyring = new Keyring({ ss58Format: 0 })
const alice = keyring.addFromUri('//Alice', {}, 'sr25519')

const chains = [
  ['Polkadot', relay, relayVersion],
  ['Kusama', kusama, kusamaVersion],
  ['Polkadot Asset Hub', assetHub, assetHubVersion],
] as const
const apis = new Map<string, ApiPromise>(
  await Promise.all(chains.map(async ([name, metadata, version]) => [name, await apiOn(metadata, version)] as const)),
)
const apiOf = (name: string): ApiPromise => {
  const api = apis.get(name)
  if (!api) throw new Error(`no ${name}`)
  return api
}

describe.each(chains.map(([name]) => name))('the metadata of %s, read by @polkadot/api', (name) => {
  const api = apiOf(name)

  it('gives an account the same storage key as accountStorageKey', () => {
    const id = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(id, (bytes) => accountStorageKey(encodeAddress(bytes, 0)) === api.query.system?.account?.key(bytes)),
    )
  })

  it('encodes the free balance as readFree expects it', () => {
    const type = String(api.query.system?.account?.creator.meta.type.asMap.value)
    const u128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
    const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    fc.assert(
      fc.property(u128, u128, u128, u32, (free, reserved, frozen, nonce) => {
        const info = api.registry.createType(api.registry.createLookupType(Number(type)), {
          nonce,
          data: { free, reserved, frozen },
        })
        return readFree(info.toHex()) === free
      }),
    )
  })
})

describe('the provider of a connected extension', () => {
  it('signs a transfer as a signer of @polkadot/api', async () => {
    const api = apiOf('Polkadot')
    const signPayload = async (payload: object) => {
      const { version } = payload as { version: number }
      const raw = api.registry.createType('ExtrinsicPayload', payload, { version })
      return { id: 1, ...raw.sign(alice) }
    }
    const extension: InjectedExtension = parseProvider({
      name: 'wallet',
      version: '1',
      accounts: { get: async () => [], subscribe: () => () => {} },
      signer: { signPayload },
    })
    const signer: Signer = extension.signer
    const transfer = api.tx.balances?.transferKeepAlive?.(alice.address, 1n)
    const signed = await transfer?.signAsync(alice.address, { signer, nonce: 0, era: 0 })
    const { specVersion, transactionVersion } = api.runtimeVersion
    const chain = { specVersion, transactionVersion, genesisHash: api.genesisHash, blockHash: api.genesisHash }
    const signedFor = (amount: bigint): Uint8Array => {
      const method = api.tx.balances?.transferKeepAlive?.(alice.address, amount).method.toHex()
      const payload = { ...chain, method, era: '0x00', nonce: 0, tip: 0 }
      return api.registry.createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true })
    }
    const signature = signed?.signature.toHex() ?? ''
    expect(signatureVerify(signedFor(1n), signature, alice.address).isValid).toBe(true)
    expect(signatureVerify(signedFor(2n), signature, alice.address).isValid).toBe(false)
  })
})
