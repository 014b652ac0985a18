// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PersistentElement, persistentElements } from '../domain/slots.js'
import type { WalletModalError } from '../errors/errors.js'
import { createRouter, type RouterControls } from '../modal/router.js'
import { Slots } from '../plugins/slots.js'
import { view } from '../plugins/token.js'
import { enterPage, type PageDependencies, pageOf, placeOver } from './persistent-elements.js'

const Chat = view('@test/chat#Chat')
const Other = view('@test/chat#Other')
const wide = { x: 30, y: 100, width: 300, height: 200 }

let ending: AbortController
let slots: Slots
let router: RouterControls
let parts: PageDependencies
let report: (error: WalletModalError) => void

const rectOf =
  ({ x, y, width, height }: typeof wide): (() => DOMRect) =>
  () =>
    new DOMRect(x, y, width, height)
const boxAt = (rect: typeof wide): HTMLElement => {
  const box = document.createElement('div')
  box.getBoundingClientRect = rectOf(rect)
  return box
}
const element = (): HTMLElement => {
  const found = pageOf(parts).elements.get('chat')
  if (!found) throw new Error('no element')
  return found
}
const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame)

const add = (item: Partial<PersistentElement> = {}): (() => void) =>
  slots.add(persistentElements, { id: 'chat', create: () => document.createElement('section'), ...item }, 0, {
    owner: '@test/chat',
    failed: () => null,
  })
const isShown = (): boolean => element().style.visibility === 'visible'

beforeEach(() => {
  ending = new AbortController()
  slots = new Slots()
  router = createRouter(
    () => true,
    () => true,
    () => undefined,
  )
  report = vi.fn()
  parts = { id: 'test', page: {}, router, slots, signal: ending.signal, report }
})
afterEach(() => ending.abort())

describe('persistent elements', () => {
  it('are in the page and hidden before the modal is rendered', () => {
    add()
    enterPage(parts)
    expect(element().isConnected).toBe(true)
    expect(isShown()).toBe(false)
    expect(pageOf(parts).dialog.open).toBe(false)
  })

  it('are created once, for any number of calls', () => {
    const create = vi.fn(() => document.createElement('section'))
    add({ create })
    enterPage(parts)
    enterPage(parts)
    expect(create).toHaveBeenCalledOnce()
    expect(document.querySelectorAll('[data-wallet-modal=test]')).toHaveLength(1)
  })

  it('are not created after the modal was disposed, and are removed with it', () => {
    add()
    enterPage(parts)
    ending.abort()
    expect(document.querySelector('[data-wallet-modal=test]')).toBeNull()
    const create = vi.fn(() => document.createElement('section'))
    enterPage({ ...parts, page: {} })
    add({ create })
    expect(create).not.toHaveBeenCalled()
    expect(document.querySelector('[data-wallet-modal=test]')).toBeNull()
  })

  it('are not moved when others are added and removed', () => {
    add()
    enterPage(parts)
    const before = element()
    const moved = vi.spyOn(before, 'remove')
    const remove = add({ id: 'second' })
    expect(pageOf(parts).elements.size).toBe(2)
    remove()
    expect([...pageOf(parts).elements]).toEqual([['chat', before]])
    expect(moved).not.toHaveBeenCalled()
  })

  it('are reported with their id if they cannot be created', () => {
    const create = (): never => {
      throw new Error('no frames today')
    }
    add({ create })
    enterPage(parts)
    expect(vi.mocked(report).mock.lastCall?.[0].message).toBe(
      'The persistent element "chat" could not be created: no frames today.',
    )
  })
})

describe('an element displayed over a box', () => {
  it('follows the box until the box is removed', async () => {
    add()
    enterPage(parts)
    const box = boxAt(wide)
    const stop = placeOver(parts, 'chat', box)
    expect(isShown()).toBe(true)
    expect(element().style).toMatchObject({ left: '30px', top: '100px', width: '300px', height: '200px' })
    box.getBoundingClientRect = rectOf({ ...wide, y: 60 })
    await nextFrame()
    expect(element().style.top).toBe('60px')
    stop()
    expect(isShown()).toBe(false)
    await nextFrame()
    expect(isShown()).toBe(false)
  })

  it("is clipped to the visible part of the card's scrolled content", () => {
    add()
    enterPage(parts)
    const body = document.createElement('div')
    body.className = 'wm-body'
    body.getBoundingClientRect = rectOf({ x: 0, y: 130, width: 360, height: 100 })
    const box = boxAt(wide)
    body.append(box)
    const stop = placeOver(parts, 'chat', box)
    expect(element().style.clipPath).toBe('inset(30px 0px 70px 0px)')
    stop()
  })

  it('is displayed only while its view is open, if it has a view', async () => {
    add({ view: Chat })
    enterPage(parts)
    void router.push(Other)
    const stop = placeOver(parts, 'chat', boxAt(wide))
    expect(isShown()).toBe(false)
    void router.replace(Chat)
    await nextFrame()
    expect(isShown()).toBe(true)
    void router.push(Other)
    await nextFrame()
    expect(isShown()).toBe(false)
    stop()
  })

  it('is displayed once its plugin adds it, and removed with its plugin', async () => {
    enterPage(parts)
    const stop = placeOver(parts, 'chat', boxAt(wide))
    const remove = add()
    await nextFrame()
    expect(isShown()).toBe(true)
    const before = element()
    remove()
    await nextFrame()
    expect([before.isConnected, before.style.visibility]).toEqual([false, 'hidden'])
    stop()
  })
})
