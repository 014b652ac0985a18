import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { EvmAddress } from '../evm-address.js'
import { createEvmNfts } from './evm-nfts.js'

const TOKEN_URI = '0xc87b56dd'
const NAME = '0x06fdde03'
const contract: EvmAddress = `0x${'a'.repeat(40)}`
const encode = (text: string): string => encodeAbiParameters([{ type: 'string' }], [text])

/** Metadata reader of a collection. Items that are not minted have no metadata. */
function startCollection() {
  let isMinted = false
  let batches = 0
  const answer = (data: string): string | undefined => {
    if (data === NAME) return encode('Tiles')
    const json = JSON.stringify({ name: 'Tile 7', image: 'data:image/png,7' })
    return isMinted && data.startsWith(TOKEN_URI)
      ? encode(`data:application/json,${encodeURIComponent(json)}`)
      : undefined
  }
  const nfts = createEvmNfts({
    async callAll(calls) {
      if (calls.length > 0) batches++
      return calls.map(([, params]) => answer(String(Object(params[0]).data)))
    },
  })
  return {
    read: async () => (await nfts([{ contract, id: 7n }]))[0],
    mint: () => {
      isMinted = true
    },
    batches: () => batches,
  }
}

test('an item that is requested before it is minted has its name and picture after it is minted', async () => {
  const { read, mint } = startCollection()
  expect(await read()).toMatchObject({ name: 'Tiles #7' })
  mint()
  expect(await read()).toMatchObject({ name: 'Tile 7', imageUrl: 'data:image/png,7' })
})

test('the metadata of an item is read once', async () => {
  const { read, mint, batches } = startCollection()
  mint()
  await read()
  expect(await read()).toMatchObject({ name: 'Tile 7' })
  expect(batches()).toBe(1)
})
