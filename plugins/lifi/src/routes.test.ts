import { expect, it } from 'vitest'
import { routesReply } from './routes.js'

const read = async (reply: unknown): Promise<readonly string[]> => {
  const result = await routesReply['~standard'].validate(reply)
  return result.issues ? ['refused'] : [...result.value]
}

it('routesReply reads the routes of Across', async () => {
  const across = { key: 'across', supportedChains: [{ fromChainId: 1, toChainId: 10 }, { fromChainId: 'pol' }, null] }
  const other = { key: 'relay', supportedChains: [{ fromChainId: 1, toChainId: 25 }] }
  expect(await read({ bridges: [other, across], exchanges: [] })).toEqual(['1>10'])
})

it('routesReply reads no route if LI.FI does not offer Across', async () => {
  expect(await read({ bridges: [] })).toEqual([])
})

it('routesReply refuses a reply without a list of bridges or routes', async () => {
  await expect(read({ message: 'busy' })).rejects.toThrow('"bridges"')
  await expect(read({ bridges: [{ key: 'across' }] })).rejects.toThrow('"supportedChains"')
})
