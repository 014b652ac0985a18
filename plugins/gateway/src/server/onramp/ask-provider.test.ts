import * as v from 'valibot'
import { expect, it } from 'vitest'
import { askProvider } from './ask-provider.js'

const schema = v.object({ price: v.string() })
const body = new TextEncoder().encode('{"price":1.50}')

const ask = (reply: Uint8Array<ArrayBuffer>) =>
  askProvider(
    { name: 'Pay', headers: async () => ({}), fetch: async () => new Response(reply) },
    { url: new URL('https://pay.example/price'), schema },
  )

it('refuses a reply that ends inside a UTF-8 sequence', async () => {
  expect(await ask(body)).toEqual({ price: '1.50' })
  await expect(ask(Uint8Array.of(...body, 0xe2, 0x82))).rejects.toMatchObject({ code: 'SOURCE_FAILED' })
})

it('refuses a reply of more than 4 MiB', async () => {
  const padded = new Uint8Array(4 * 1024 * 1024 + 1).fill(0x20)
  padded.set(body)
  await expect(ask(padded)).rejects.toMatchObject({ code: 'SOURCE_FAILED' })
})
