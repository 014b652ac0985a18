import { describe, expect, test } from 'vitest'
import { view } from '../plugins/token.js'
import { createRouter } from './router.js'

const Home = view('test#Home')
const Ask = view<{ readonly question: string }, boolean>('test#Ask')
const Unknown = view('test#Unknown')

const create = () => {
  const state = { mayClose: true, refusals: 0 }
  const router = createRouter(
    ({ name }) => name !== Unknown.name,
    () => state.mayClose,
    () => void state.refusals++,
  )
  const names = () => [router.current.peek()?.view.name ?? null, router.depth.peek()]
  return { state, router, names }
}

test('a view resolves with its result, and the previous view is displayed again', async () => {
  const { router, names } = create()
  void router.push(Home)
  const answer = router.push(Ask, { question: 'why' })
  expect(router.current.peek()?.params).toEqual({ question: 'why' })
  router.resolve(router.current.peek()?.key ?? 0, true)
  expect(await answer).toBe(true)
  expect(names()).toEqual(['test#Home', 0])
})

test('a view that the visitor leaves resolves with undefined, once', async () => {
  const { router, names } = create()
  const answer = router.push(Ask, { question: 'why' })
  const { key = 0 } = router.current.peek() ?? {}
  expect(router.close()).toBe(true)
  router.resolve(key, true)
  expect(await answer).toBeUndefined()
  expect(names()).toEqual([null, 0])
})

test('replace resolves the current view, reset resolves all open views', async () => {
  const { router, names } = create()
  const first = router.push(Home)
  const second = router.push(Ask, { question: '1' })
  const third = router.replace(Ask, { question: '2' })
  expect(await second).toBeUndefined()
  expect(names()).toEqual(['test#Ask', 1])
  void router.reset(Home)
  expect(await Promise.all([first, third])).toEqual([undefined, undefined])
  expect(names()).toEqual(['test#Home', 0])
})

test('the same view pushed twice has two routes', () => {
  const { router } = create()
  void router.push(Home)
  const first = router.current.peek()?.key
  void router.push(Home)
  expect(router.current.peek()?.key).not.toBe(first)
  expect(router.depth.peek()).toBe(1)
})

test('back displays the previous view, and closes the modal after the last one', () => {
  const { router, names } = create()
  void router.push(Home)
  void router.push(Ask, { question: '' })
  router.back()
  expect(names()).toEqual(['test#Home', 0])
  router.back()
  expect(names()).toEqual([null, 0])
})

test('A5: a refused close only shakes the card', () => {
  const { router, names, state } = create()
  void router.push(Home)
  state.mayClose = false
  expect(router.close()).toBe(false)
  router.back()
  expect(names()).toEqual(['test#Home', 0])
  expect(state.refusals).toBe(2)
  router.clear()
  expect(names()).toEqual([null, 0])
})

test('opening a view that no plugin registers rejects and changes nothing', async () => {
  const { router, names } = create()
  void router.push(Home)
  await expect(router.push(Unknown)).rejects.toMatchObject({
    code: 'UNKNOWN_VIEW',
    message: expect.stringContaining('test#Unknown'),
  })
  // @ts-expect-error JavaScript callers can pass any value
  await expect(router.push(null)).rejects.toMatchObject({ code: 'UNKNOWN_VIEW' })
  expect(names()).toEqual(['test#Home', 0])
})

test('drop removes the views of a disabled plugin from any position of the stack', async () => {
  const { router, names } = create()
  const below = router.push(Ask, { question: '' })
  void router.push(Home)
  router.drop([Ask])
  expect(await below).toBeUndefined()
  expect(names()).toEqual(['test#Home', 0])
})

describe('I3', () => {
  test('a route does not contain the function that resolves its view', () => {
    const { router } = create()
    void router.push(Home)
    const route = router.current.peek()
    expect(Object.keys(route ?? {}).sort()).toEqual(['key', 'params', 'view'])
    expect(Object.isFrozen(route)).toBe(true)
  })
})
