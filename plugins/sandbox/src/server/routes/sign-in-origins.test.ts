import { createSiwxServer } from '@wallet-modal/siwx/server'
import { expect, test } from 'vitest'
import { signInRoutes } from './sign-in.js'

test('of 33 origins, only the one that was used least recently loses its sign-in server', async () => {
  const created: string[] = []
  const { routes } = signInRoutes({
    engines: [],
    networks: ['eip155:1'],
    loadSiwx: async () => ({
      createSiwxServer(options) {
        created.push(options.origin)
        return createSiwxServer(options)
      },
    }),
  })
  const originOf = (index: number): string => `http://localhost:${5000 + index}`
  /** Sends a request from the page of an origin. Returns whether a server was created for it. */
  const visit = async (index: number): Promise<boolean> => {
    const before = created.length
    const { host } = new URL(originOf(index))
    const answer = await routes.request(`${originOf(index)}/api/siwx/session`, { headers: { host } })
    expect(answer.status).toBe(200)
    return created.length > before
  }
  for (let index = 0; index < 32; index++) expect(await visit(index)).toBe(true)
  expect(await visit(0)).toBe(false)
  expect(await visit(32)).toBe(true)
  for (const index of [0, 2, 31, 32]) expect(await visit(index)).toBe(false)
  expect(await visit(1)).toBe(true)
})
