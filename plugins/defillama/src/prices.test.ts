import type { Network, ServiceApi } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { MAX_AGE_S, MIN_CONFIDENCE, readPrices } from './prices.js'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const dai = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F'
const key = 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f'
const nowS = (): number => Math.floor(Date.now() / 1000)

function serve(coins: unknown) {
  const paths: string[] = []
  const service: Pick<ServiceApi, 'get'> = {
    async get(path, { schema }) {
      paths.push(path)
      const result = await schema['~standard'].validate({ coins })
      if (result.issues) throw new Error('refused')
      return result.value
    },
  }
  const read = (assetIds: readonly string[], of = network) =>
    readPrices(service, { network: of, assetIds, signal: new AbortController().signal }, [])
  return { paths, read }
}

it('readPrices requests coin and tokens in one request, and returns exact prices', async () => {
  const { paths, read } = serve({
    'coingecko:ethereum': { price: 3012.123456789, timestamp: nowS(), confidence: 0.99 },
    [key]: { price: 9.998e-1, timestamp: nowS(), confidence: 0.99 },
  })
  const prices = await read(['eip155:1/slip44:60', dai, 'eip155:1/erc721:0x1/2', 'eip155:10/erc20:0x1'])
  expect(paths).toEqual([`/prices/current/coingecko:ethereum,${key}`])
  expect([...prices]).toEqual([
    ['eip155:1/slip44:60', 3_012_123_456_789_000_000_000n],
    [dai, 999_800_000_000_000_000n],
  ])
})

it.each([
  ['below the minimum confidence', { price: 1, timestamp: nowS(), confidence: MIN_CONFIDENCE - 0.01 }],
  ['too old', { price: 1, timestamp: nowS() - MAX_AGE_S - 10, confidence: 1 }],
  ['without a timestamp', { price: 1, confidence: 1 }],
  ['0', { price: 0, timestamp: nowS(), confidence: 1 }],
  ['below 0', { price: -1, timestamp: nowS(), confidence: 1 }],
  ['not a number', { price: 'much', timestamp: nowS(), confidence: 1 }],
  ['null', null],
])('readPrices omits a price that is %s', async (_, coin) => {
  expect([...(await serve({ [key]: coin }).read([dai]))]).toEqual([])
})

it('readPrices sends no request for unknown networks, and splits long lists', async () => {
  const { paths, read } = serve({})
  await read(['eip155:5/slip44:60'], { ...network, caipNetworkId: 'eip155:5', reference: '5' })
  expect(paths).toEqual([])
  await read(Array.from({ length: 120 }, (__, at) => `eip155:1/erc20:0x${at.toString(16).padStart(40, '0')}`))
  expect(paths.length).toBe(3)
})

it('readPrices returns the prices of the other requests if one of several fails', async () => {
  const assetIds = Array.from({ length: 60 }, (_, at) => `eip155:1/erc20:0x${at.toString(16).padStart(40, '0')}`)
  const isLast = (path: string): boolean => path.includes(`ethereum:0x${(59).toString(16).padStart(40, '0')}`)
  const first = { [`ethereum:0x${'0'.repeat(40)}`]: { price: 2, timestamp: nowS(), confidence: 1 } }
  const readWhile = (hasFailed: (path: string) => boolean) => {
    const service: Pick<ServiceApi, 'get'> = {
      async get(path, { schema }) {
        if (hasFailed(path)) throw new Error('too many requests')
        const result = await schema['~standard'].validate({ coins: first })
        return result.issues ? expect.fail('The reply was refused.') : result.value
      },
    }
    return readPrices(service, { network, assetIds, signal: new AbortController().signal }, [])
  }
  expect([...(await readWhile(isLast))]).toEqual([[assetIds[0], 2n * 10n ** 18n]])
  await expect(readWhile(() => true)).rejects.toThrow('too many requests')
})

it('readPrices rejects a reply without prices', async () => {
  await expect(serve(7).read([dai])).rejects.toThrow()
})
