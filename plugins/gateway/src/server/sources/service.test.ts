import { expect, it } from 'vitest'
import { createSourceService } from './service.js'

const text = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value: String(value) }) },
} as const

it('a source service caches the latest replies, up to 32 million characters in total', async () => {
  const asked: string[] = []
  const answer = 'x'.repeat(4_000_000)
  const fetch = async (url: string | URL | Request): Promise<Response> => {
    asked.push(new URL(String(url)).pathname)
    return Response.json(answer)
  }
  const service = createSourceService({ url: 'https://api.example', perSecond: 1000, fetch })
  const read = (path: string) => service.get(path, { schema: text, staleMs: 60_000 })
  for (let at = 0; at < 10; at++) await read(`/${at}`)
  asked.length = 0
  await read('/9')
  expect(asked).toEqual([]) // cached
  await read('/0')
  expect(asked).toEqual(['/0']) // ten replies are 40 million characters, more than the cache holds
})
