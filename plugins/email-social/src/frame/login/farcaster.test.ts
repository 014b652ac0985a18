import { expect, it, vi } from 'vitest'
import { createFarcasterLogin } from './farcaster.js'

const { gateway } = vi.hoisted(() => ({ gateway: { beginFarcaster: vi.fn(), farcasterResult: vi.fn() } }))
vi.mock('../gateway.js', async (original) => ({ ...(await original<typeof import('../gateway.js')>()), gateway }))

interface Begun {
  readonly request: string
  readonly url: string
}

it('the late start of a login that was replaced does not end the login that has replaced it', async () => {
  const replies: ((reply: Begun) => void)[] = []
  gateway.beginFarcaster.mockImplementation(() => new Promise<Begun>((resolve) => replies.push(resolve)))
  gateway.farcasterResult.mockImplementation(async (request: string) => `session of ${request}`)
  const login = createFarcasterLogin('https://shop.example')
  const first = login.begin()
  const second = login.begin()
  replies[1]?.({ request: 'second', url: 'https://farcaster.example/2' })
  expect(await second).toEqual({ url: 'https://farcaster.example/2' })
  replies[0]?.({ request: 'first', url: 'https://farcaster.example/1' })
  await expect(first).rejects.toMatchObject({ code: 4001 })
  expect(await login.approved()).toBe('session of second')
})
