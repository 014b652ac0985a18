import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { createBarsStage, everyView, show } from './support/bars-page.js'
import { connectWith, dialog, row } from './support/modal.js'
import { familyNames } from './support/view-judge.js'

const stage = createBarsStage()

describe.each(['light', 'dark'] as const)('every view in %s mode', (colorScheme) => {
  it('M1: has no axe violations of WCAG 2.0 to 2.2, levels A and AA', async () => {
    const { page } = await stage.open({ query: '?legal', options: { colorScheme } })
    await page.click('#open')
    await dialog(page).getByRole('checkbox').check()
    await row(page, 'Zephyr').click()
    await dialog(page).waitFor({ state: 'hidden' })
    for (const [name, params] of everyView) {
      await show(page, name, params)
      await dialog(page).getByRole('heading').first().waitFor({ state: 'attached' })
      expect([name, await findWithAxe(page)]).toEqual([name, []])
    }
  })
})

describe('untrusted text and pictures', () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    'javascript:alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
    '\u202Ereversed\u202C',
    '$' + '{alert(1)}',
    'A'.repeat(500),
  ]

  it('G3: hostile wallet names are shown as text, and neither names nor icons run a script', async () => {
    const wallets = hostile.map((name, at) =>
      stage.zephyr({
        name,
        rdns: `test.hostile${at}`,
        icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`,
      }),
    )
    const { page } = await stage.open({ wallets })
    let dialogs = 0
    page.on('dialog', (box) => {
      dialogs++
      void box.dismiss()
    })
    const scripts = await page.evaluate(() => document.scripts.length)
    await page.click('#open')
    await dialog(page).getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.waitForTimeout(300)
    expect(await dialog(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(hostile.length)
    expect(await page.evaluate(() => document.scripts.length)).toBe(scripts)
    expect(dialogs).toBe(0)
  })

  it('A4: malformed catalogue replies affect only the rows of the catalogue', async () => {
    const replies = [
      '{"data":[{"id":1}],"count":"x"}',
      '{"data":[null,{"id":1},"x",{"id":"a","name":"Good Wallet","image_id":{}}],"count":4}',
      '{"data":"no"}',
      '[]',
      'null',
      '{"data":[{"id":"a","name":"<b>Bold</b>","image_id":"../../x","homepage":"javascript:alert(1)"}],"count":1e400}',
      '{"__proto__":{"x":1},"data":[{"id":"a","name":"ok","__proto__":{"y":1}}]}',
      '{"data":[',
      '<html>',
      `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    ]
    for (const body of replies) {
      const { page, errors } = await stage.open()
      await page.route('**/getWallets*', (route) =>
        route.fulfill({ body, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
      )
      await page.click('#open')
      await row(page, 'Zephyr').waitFor()
      if (body.includes('Good Wallet')) await row(page, 'Good Wallet').waitFor()
      await page.waitForTimeout(150)
      expect(errors).toEqual([])
      expect(await page.evaluate(() => ({})['x' as never] ?? {}['y' as never])).toBeUndefined()
      await page.context().close()
    }
  })
})

describe('the modal on a page', () => {
  it('L1: shows only texts from a catalogue', async () => {
    const marked = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `¤${key}¤`]))
    const texts = async (path: string) => Object.keys((await import(path)).strings ?? (await import(path)).en)
    const strings = {
      '@wallet-modal/connect': marked(await texts('../../plugins/connect/src/strings/en.js')),
      '@wallet-modal/account': marked(await texts('../../plugins/account/src/strings/en.js')),
      '@wallet-modal/kernel': marked(await texts('../../kernel/src/strings/en.js')),
    }
    const { page } = await stage.open({ query: `?strings=${encodeURIComponent(JSON.stringify(strings))}` })
    await page.click('#open')
    await row(page, /Zephyr/).click()
    await dialog(page).waitFor({ state: 'hidden' })
    for (const [name, params] of everyView) {
      await show(page, name, params)
      await page.waitForTimeout(400)
      const bare = await page.evaluate(() => {
        const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
        const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (walker?.nextNode()) {
          const text = walker.currentNode.textContent?.trim() ?? ''
          const isForeign = walker.currentNode.parentElement?.closest('bdi, svg')
          if (/\p{L}{2,}/u.test(text) && !text.includes('¤') && !isForeign) found.push(text)
        }
        return found
      })
      expect([name, bare.filter((text) => !familyNames.includes(text))]).toEqual([name, []])
    }
  })

  it('L2: fits a phone and a desktop window in right-to-left layout', async () => {
    for (const viewport of [
      { width: 1000, height: 760 },
      { width: 390, height: 844 },
    ]) {
      const { page } = await stage.open({ options: { locale: 'ar', viewport } })
      await page.click('#open')
      await row(page, /Zephyr/).click()
      await dialog(page).waitFor({ state: 'hidden' })
      for (const [name, params] of everyView) {
        await show(page, name, params)
        await page.waitForTimeout(300)
        const measure = (): Promise<{ direction: string; wide: number }> =>
          page.evaluate(() => {
            const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
            const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
            const all = [...(root?.querySelectorAll('.wm-card *') ?? [])].map((one) => one.getBoundingClientRect())
            const out = all.filter(
              (box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1),
            )
            return { direction: root ? getComputedStyle(root).direction : '', wide: out.length }
          })
        // on a slow machine, the view may still be sliding in
        await expect.poll(measure, { message: name, timeout: 5000 }).toEqual({ direction: 'rtl', wide: 0 })
      }
      await page.context().close()
    }
  })

  it('shows no QR code of a page on a loopback address, which no phone can open', async () => {
    const { page } = await stage.open()
    await page.click('#open')
    await row(page, 'Zephyr').waitFor()
    const wallet = { id: 'x', name: 'Some Wallet', browse_link: 'https://wallet.example/?url={url}' }
    await show(page, 'Downloads', { wallet })
    await dialog(page).getByText('A phone cannot open it.').waitFor()
    expect(await dialog(page).getByRole('img', { name: /Scan/ }).count()).toBe(0)
  })

  it('O6: adds no global variables', async () => {
    const { page } = await stage.open({
      prepare: (context) =>
        context.addInitScript(() => Object.assign(window, { before: Object.getOwnPropertyNames(globalThis) })),
    })
    await page.click('#open')
    await row(page, 'Zephyr').waitFor()
    const added = await page.evaluate(() => {
      const { before } = window as unknown as { before: readonly string[] }
      const ours = new Set([...before, 'before', 'modal', 'views', 'noteViolation'])
      return Object.getOwnPropertyNames(globalThis).filter((name) => !ours.has(name) && !/playwright|^axe$/.test(name))
    })
    expect(added).toEqual([])
  })

  it('leaves nothing in localStorage after forget()', async () => {
    const { page } = await stage.open()
    await connectWith(page.locator('#open'))
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal/')).length),
    ).toBeGreaterThan(0)
    await page.evaluate(() => (window as unknown as { modal: { forget(): Promise<void> } }).modal.forget())
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal/'))),
    ).toEqual([])
  })
  it('leaves nothing in localStorage if forget() is called as soon as a wallet connects', async () => {
    const { page } = await stage.open()
    await page.evaluate(() => {
      const modal: {
        connections: { active: { subscribe(run: (connection: object | null) => void): void } }
        forget(): Promise<void>
      } = Reflect.get(window, 'modal')
      modal.connections.active.subscribe((connection) => {
        if (connection) queueMicrotask(() => void modal.forget())
      })
    })
    await connectWith(page.locator('#open'))
    await page.waitForTimeout(300)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal/'))),
    ).toEqual([])
  })
})
