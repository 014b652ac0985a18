import { expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import { createFarcasterLogin } from './farcaster.js'

const { gateway } = vi.hoisted(() => ({
  gateway: { beginFarcaster: vi.fn(), farcasterResult: vi.fn(), signOut: vi.fn(async () => undefined) },
}))
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

it('a login that is ended before its link arrives rejects with 4001', async () => {
  let reply = (_: Begun): void => undefined
  gateway.beginFarcaster.mockImplementation(
    () =>
      new Promise<Begun>((resolve) => {
        reply = resolve
      }),
  )
  const login = createFarcasterLogin('https://shop.example')
  const begun = login.begin()
  login.abort()
  reply({ request: 'late', url: 'https://farcaster.example/1' })
  await expect(begun).rejects.toMatchObject({ code: 4001 })
})

it('a session that arrives after the end of the login is ended at the gateway', async () => {
  let reply = (_: string): void => undefined
  gateway.beginFarcaster.mockResolvedValue({ request: 'first', url: 'https://farcaster.example/1' })
  gateway.farcasterResult.mockImplementation(
    () =>
      new Promise<string>((resolve) => {
        reply = resolve
      }),
  )
  const login = createFarcasterLogin('https://shop.example')
  await login.begin()
  const approved = login.approved()
  login.abort()
  reply('late session')
  await expect(approved).rejects.toMatchObject({ code: 4001 })
  expect(gateway.signOut).toHaveBeenCalledWith('late session')
})

it('a failure of the gateway or of a proxy in front of it does not end the login', async () => {
  gateway.beginFarcaster.mockResolvedValue({ request: 'first', url: 'https://farcaster.example/1' })
  gateway.farcasterResult
    .mockReset()
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockResolvedValueOnce('session')
  const login = createFarcasterLogin('https://shop.example')
  await login.begin()
  expect(await login.approved()).toBe('session')
})

it('a failure of the gateway after it had read the result is not reported as an expired login', async () => {
  gateway.beginFarcaster.mockResolvedValue({ request: 'first', url: 'https://farcaster.example/1' })
  gateway.farcasterResult
    .mockReset()
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockRejectedValueOnce(new FrameError('NOT_FOUND', 'The login has expired.'))
  const login = createFarcasterLogin('https://shop.example')
  await login.begin()
  await expect(login.approved()).rejects.toMatchObject({ code: 'FAULT' })
})

it('a refusal after a failure of the gateway is reported', async () => {
  gateway.beginFarcaster.mockResolvedValue({ request: 'first', url: 'https://farcaster.example/1' })
  gateway.farcasterResult
    .mockReset()
    .mockRejectedValueOnce(new FrameError('FAULT', 'An error occurred'))
    .mockRejectedValueOnce(new FrameError('NOT_ALLOWED', 'The answer does not prove the account.'))
  const login = createFarcasterLogin('https://shop.example')
  await login.begin()
  await expect(login.approved()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})
