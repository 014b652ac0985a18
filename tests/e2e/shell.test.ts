import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launch, type Watched, watch } from './support/browser.js'
import { type ServedSite, serveSite } from './support/serve.js'
import { buildShellPage } from './support/shell-page/build.js'

type View = 'Home' | 'Account' | 'Form'
const views: readonly View[] = ['Home', 'Account', 'Form']

let directory: string
let site: ServedSite
let browser: Browser
let watched: Watched

beforeAll(async () => {
  directory = await buildShellPage()
  site = await serveSite({ directory, services: [] })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await rm(directory, { recursive: true })
})
afterEach(async () => {
  expect(watched.violations).toEqual([])
  expect(watched.errors).toEqual([])
  await watched.page.context().close()
})

async function visit(options: BrowserContextOptions = {}, query = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, ...options })
  watched = await watch(context)
  await watched.page.goto(`${site.url}${query}`)
  await watched.page.waitForFunction(() => 'test' in window)
  return watched.page
}
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page) => page.locator('.wm-card')

async function open(page: Page, view: View = 'Home'): Promise<void> {
  await page.evaluate((name) => void window.test.modal.open({ view: window.test.views[name] }), view)
  await page.locator('.wm-card .wm-view > :not(.wm-skeleton)').first().waitFor()
}
/** The focused element through open shadow roots: its id, name or class, and whether it is in the dialog. */
const focused = (page: Page): Promise<{ name: string; inside: boolean }> =>
  page.evaluate(() => {
    let active = document.activeElement
    let inside = false
    while (active?.shadowRoot?.activeElement) {
      active = active.shadowRoot.activeElement
      inside ||= active.closest('dialog') !== null
    }
    return { name: active?.id || active?.getAttribute('aria-label') || active?.textContent || '', inside }
  })
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

describe('M2: keyboard and screen reader', () => {
  it('M2: focus moves in, the page behind is inert, and focus returns to the opener', async () => {
    const page = await visit()
    await page.locator('#opener').focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    expect(await dialog(page).getAttribute('aria-label')).toBe('Connect wallet')
    expect((await focused(page)).inside).toBe(true)
    await page.evaluate(() => document.querySelector<HTMLElement>('#other')?.focus())
    expect((await focused(page)).inside).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect((await focused(page)).name).toBe('opener')
  })

  it.each(views)('M2: Tab cycles both ways through %s, nested shadow roots included', async (view) => {
    const page = await visit()
    await open(page, view)
    await settled(page)
    const walk = async (key: string, steps: number): Promise<string[]> => {
      const names: string[] = []
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(key)
        const { name, inside } = await focused(page)
        expect(inside).toBe(true)
        names.push(name)
      }
      return names
    }
    const first = await walk('Tab', 1)
    const round: string[] = [...first]
    for (let step = 0; step < 30; step++) {
      const [name = ''] = await walk('Tab', 1)
      if (name === first[0]) break
      round.push(name)
    }
    expect(round.length).toBeGreaterThan(2)
    expect(round.length).toBeLessThan(30)
    if (view === 'Form') expect(round).toContain('Nested')
    expect(await walk('Shift+Tab', round.length)).toEqual([...round].reverse())
  })

  it('M2: arrow keys walk the list', async () => {
    const page = await visit()
    await open(page)
    await page.locator('.wm-item').first().focus()
    await page.keyboard.press('ArrowDown')
    expect((await focused(page)).name).toContain('A wallet with')
    await page.keyboard.press('End')
    expect((await focused(page)).name).toContain('Account')
  })

  it('M2: every change of view moves focus to something that is there and is announced', async () => {
    const page = await visit()
    await open(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('tab', { name: 'Tokens' }).waitFor()
    expect((await focused(page)).inside).toBe(true)
    await expect.poll(() => page.locator('.wm-card > [role=status]').textContent()).toBe('Account')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => page.locator('.wm-card > [role=status]').textContent()).toBe('Connect wallet')
  })

  it('M2: a focus that arrives by keyboard is visible', async () => {
    const page = await visit()
    await open(page)
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const active = document.querySelector('[data-wallet-modal]')?.shadowRoot?.activeElement
      return active ? getComputedStyle(active).outlineStyle : ''
    })
    expect(outline).toBe('solid')
  })
})

describe('A5: a refused close', () => {
  const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the Esc key': (page) => page.keyboard.press('Escape'),
    overlay: (page) => page.mouse.click(20, 400),
    'the close button': (page) => page.getByRole('button', { name: 'Close' }).click(),
    'close()': (page) => page.evaluate(() => window.test.modal.close()),
    'the way back': (page) =>
      page.evaluate(() => (Reflect.get(window, 'watchers') as { requestClose(): void }[]).at(-1)?.requestClose()),
  }
  /** Keeps every CloseWatcher, which stands for the system's own way back. */
  const keepWatchers = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      const watchers: unknown[] = []
      Reflect.set(window, 'watchers', watchers)
      const Original = Reflect.get(window, 'CloseWatcher') as new () => object
      Reflect.set(
        window,
        'CloseWatcher',
        class extends Original {
          constructor() {
            super()
            watchers.push(this)
          }
        },
      )
    })
  const shakes = (page: Page): Promise<number[]> =>
    card(page).evaluate((element) =>
      element
        .getAnimations()
        .filter(({ id }) => id === 'wm-shake')
        .map(({ effect }) => Number(effect?.getTiming().duration)),
    )

  it.each(Object.keys(ways))(
    'A5: %s is refused while a guard says so, with a shake of 500 ms and the focus kept',
    async (way) => {
      const page = await visit()
      await keepWatchers(page)
      await page.reload()
      await page.waitForFunction(() => 'test' in window)
      await page.locator('#opener').click()
      await page.getByRole('button', { name: 'Account' }).focus()
      await page.evaluate(() => {
        window.test.mayClose.value = false
      })
      for (let time = 0; time < 2; time++) {
        await ways[way]?.(page)
        expect(await shakes(page)).toContain(500)
        expect(await dialog(page).isVisible()).toBe(true)
        expect(await dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
        expect((await focused(page)).inside).toBe(true)
      }
      if (way !== 'the close button' && way !== 'overlay') expect((await focused(page)).name).toContain('Account')
      await page.evaluate(() => {
        window.test.mayClose.value = true
      })
      await ways[way]?.(page)
      await dialog(page).waitFor({ state: 'hidden' })
      expect((await focused(page)).name).toBe('opener')
    },
  )

  it('A5: nothing shakes for a visitor who wants less motion', async () => {
    const page = await visit({ reducedMotion: 'reduce' })
    await open(page)
    await page.evaluate(() => {
      window.test.mayClose.value = false
    })
    await page.keyboard.press('Escape')
    expect(await dialog(page).isVisible()).toBe(true)
    expect(await shakes(page)).toEqual([])
  })

  it('a press that began inside the card and ends on the overlay does not close', async () => {
    const page = await visit()
    await open(page)
    await page.locator('.wm-title').hover()
    await page.mouse.down()
    await page.mouse.move(20, 400)
    await page.mouse.up()
    expect(await dialog(page).isVisible()).toBe(true)
  })

  it("Esc closes the modal and not the page's own dialog below it", async () => {
    const page = await visit()
    await page.evaluate(() => {
      addEventListener('keydown', (event) => {
        if (event.key === 'Escape') document.title = 'the page heard it'
      })
    })
    await open(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.title()).toBe('Shell page')
  })
})

describe('M1: axe', () => {
  it.each(views.flatMap((view) => [[view, 'light'] as const, [view, 'dark'] as const]))(
    'M1: finds nothing in %s, %s',
    async (view, theme) => {
      const page = await visit({ reducedMotion: 'reduce' }, `?theme=${theme}`)
      await open(page, view)
      await page.evaluate(() => window.test.modal.use(window.test.shell)?.toast.success('Swapped'))
      await settled(page)
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
      const violations = await page.evaluate(async () => {
        const axe = Reflect.get(window, 'axe') as {
          run(where: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
        const { violations } = await axe.run('[data-wallet-modal]', { runOnly: tags })
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      })
      expect(violations).toEqual([])
    },
  )
})

describe('M3: targets and contrast', () => {
  it.each(views)('M3: every target of %s is at least 24 px, 44 px in header and lists', async (view) => {
    const page = await visit()
    await open(page, view)
    await settled(page)
    const small = await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      return [...(root?.querySelectorAll<HTMLElement>('button,a,input') ?? [])].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const least = element.matches('header *, .wm-list *') ? 44 : 24
        return Math.min(width, height) < least ? [`${element.outerHTML} ${width}×${height}`] : []
      })
    })
    expect(small).toEqual([])
  })

  it.each(['light', 'dark'])('M3: text keeps 4.5:1 under 20 random themes, %s', async (mode) => {
    const page = await visit({ reducedMotion: 'reduce' }, `?theme=${mode}`)
    let seed = 20261121
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed / 2 ** 32
    }
    const accents = Array.from(
      { length: 20 },
      () =>
        `#${Math.floor(random() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
    )
    for (const view of views) {
      await open(page, view)
      const faint = await page.evaluate(measureContrast, accents)
      expect(faint).toEqual([])
    }
  })
})

/** Runs in the page: every piece of text against the first opaque surface below it, for every accent. */
async function measureContrast(accents: readonly string[]): Promise<string[]> {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const toRgba = (text: string): readonly number[] => {
    if (!canvas) return [0, 0, 0, 0]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (rgb: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const surfaceOf = (element: Element | null): readonly number[] => {
    const colour = element ? toRgba(getComputedStyle(element).backgroundColor) : [255, 255, 255, 255]
    return colour[3] === 255 ? colour : surfaceOf(element?.parentElement ?? null)
  }
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
  const texts = [...(root?.querySelectorAll('.wm-card *') ?? [])].filter(
    (element) =>
      element.namespaceURI?.endsWith('xhtml') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
  const faint: string[] = texts.length > 4 ? [] : ['there is no text']
  for (const accent of accents) {
    window.test.modal.setTheme({ accent })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    for (const element of texts) {
      const [dark = 0, light = 0] = [
        luminance(toRgba(getComputedStyle(element).color).slice(0, 3)),
        luminance(surfaceOf(element).slice(0, 3)),
      ].sort((a, b) => a - b)
      const ratio = (light + 0.05) / (dark + 0.05)
      if (ratio < 4.5) faint.push(`${accent} ${element.className} "${element.textContent}" ${ratio.toFixed(2)}`)
    }
  }
  return faint
}

describe('G5: theme values', () => {
  it('G5: no token can carry other CSS or cause a request', async () => {
    const page = await visit()
    await open(page)
    const before = watched.requests.length
    const escaped = await page.evaluate(async () => {
      const values = [
        'url(https://evil.example/x)',
        '#fff;background:url(https://evil.example/x)',
        '}*{background:url(https://evil.example/x)}',
        '@import "https://evil.example/x"',
        'expression(alert(1))',
        "a'",
        '"',
        '\\',
        '/*',
        'var(--x)',
        '#fff}',
        '</style>',
        'Inter, url(https://evil.example/x)',
        "Inter', 'x",
        '1e999',
        '-1px',
      ]
      const survived: string[] = []
      const { modal } = window.test
      for (const token of [
        'accent',
        'overlay',
        'font',
        'radius',
        'width',
        'zIndex',
        'mode',
        '__proto__',
        'constructor',
      ]) {
        for (const value of values) {
          try {
            modal.setTheme(Object.fromEntries([[token, value]]) as { accent: string })
          } catch (error) {
            if (Reflect.get(Object(error), 'code') !== 'INVALID_ARGUMENT') survived.push(String(error))
          }
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }
      const sheets = [...(document.querySelector('[data-wallet-modal]')?.shadowRoot?.adoptedStyleSheets ?? [])]
      const text = sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('')
      if (/evil|@import|expression/.test(text)) survived.push('the stylesheet was reached')
      const hosts = sheets[0] ? [...sheets[0].cssRules].map((rule) => rule.cssText.split('{')[0]?.trim()) : []
      if (hosts.some((host) => host !== ':host' && host !== '@media (prefers-color-scheme: dark)'))
        survived.push(`rules for ${hosts}`)
      return survived
    })
    expect(escaped).toEqual([])
    expect(watched.requests.slice(before)).toEqual([])
    expect(await dialog(page).isVisible()).toBe(true)
  })

  it("a page's own CSS may set the tokens, in one place", async () => {
    const page = await visit()
    await open(page)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('[data-wallet-modal]{--wm-radius:3px}')
      document.adoptedStyleSheets = [sheet]
    })
    expect(await card(page).evaluate((element) => getComputedStyle(element).borderTopLeftRadius)).toBe('3px')
  })
})

describe('L2: right to left', () => {
  it.each(views.flatMap((view) => [320, 390, 1000].map((width) => [view, width] as const)))(
    'L2: %s has no overflow at %i px, and digits keep their order',
    async (view, width) => {
      const page = await visit({ viewport: { width, height: 760 }, reducedMotion: 'reduce' }, '?locale=ar')
      await open(page, view)
      await expect.poll(() => dialog(page).getAttribute('dir')).toBe('rtl')
      await settled(page)
      const found = await page.evaluate(() => {
        const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
        const frame = root?.querySelector('.wm-card')?.getBoundingClientRect()
        const wide = [...(root?.querySelectorAll('.wm-card *:not(.wm-hidden,svg *)') ?? [])].flatMap((element) => {
          const { left, right } = element.getBoundingClientRect()
          return frame && (left < frame.left - 0.5 || right > frame.right + 0.5) && !element.closest('.wm-item-label')
            ? [element.className]
            : []
        })
        const turned = [...(root?.querySelectorAll('.wm-address,.wm-address-short,.wm-amount') ?? [])].filter(
          (element) => getComputedStyle(element).direction !== 'ltr',
        )
        return { wide, turned: turned.length, scrolls: document.documentElement.scrollWidth > innerWidth }
      })
      expect(found).toEqual({ wide: [], turned: 0, scrolls: false })
    },
  )

  it('L2: groups of an address stand from left to right', async () => {
    const page = await visit({ reducedMotion: 'reduce' }, '?locale=ar')
    await open(page, 'Form')
    const lefts = await page
      .locator('.wm-address span')
      .evaluateAll((spans) => spans.slice(0, 4).map((span) => span.getBoundingClientRect().left))
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
    expect(new Set(lefts).size).toBe(4)
  })
})

describe('the page behind', () => {
  it('does not move, whatever is turned or pressed, and is left as it was', async () => {
    const page = await visit()
    await page.evaluate(() => scrollTo(0, 500))
    const before = await page.evaluate(() => document.documentElement.outerHTML.length)
    await page.evaluate(() => void window.test.modal.open())
    await dialog(page).waitFor()
    expect(await page.evaluate(() => [document.documentElement.style.cssText, document.body.style.cssText])).toEqual([
      '',
      '',
    ])
    // as in a browser that lets go of the scroll of a box that has nothing to scroll
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.wm-dialog,.wm-body{overscroll-behavior:auto!important}')
      document.querySelector('[data-wallet-modal]')?.shadowRoot?.adoptedStyleSheets.push(sheet)
    })
    for (const [x, y] of [
      [20, 400],
      [500, 380],
    ] as const) {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 400)
      await settled(page)
    }
    for (const key of ['PageDown', 'End', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await settled(page)
    expect(await page.evaluate(() => scrollY)).toBe(500)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => scrollY)).toBe(500)
    expect((await page.evaluate(() => document.documentElement.outerHTML.length)) - before).toBeLessThan(60)
  })

  it('can be used again after dispose, with nothing left', async () => {
    const page = await visit()
    await open(page)
    await page.evaluate(() => window.test.modal.dispose())
    expect(await page.locator('[data-wallet-modal]').count()).toBe(0)
    await page.locator('#other').click()
    expect((await focused(page)).name).toBe('other')
  })
})

describe('drawing', () => {
  it('a view that was fetched before shows no skeleton in any frame', async () => {
    const page = await visit()
    await page.evaluate(() => window.test.modal.prefetch())
    const frames = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          const look = (): void => {
            const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
            seen.push(
              root?.querySelector('.wm-skeleton') ? 'skeleton' : root?.querySelector('.wm-item') ? 'list' : 'nothing',
            )
            if (seen.length < 6) requestAnimationFrame(look)
            else resolve(seen)
          }
          document.querySelector<HTMLElement>('#opener')?.click()
          requestAnimationFrame(look)
        }),
    )
    expect(frames).not.toContain('skeleton')
    expect(frames.slice(2)).not.toContain('nothing')
  })

  it('the height follows its content in 150 ms, and at once for a visitor who wants less motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await visit({ reducedMotion })
      await open(page)
      await settled(page)
      const durations = await page.evaluate(async () => {
        const body = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('.wm-body')
        const seen = new Set<unknown>()
        window.test.isLong.value = true
        for (const end = performance.now() + 600; performance.now() < end; ) {
          for (const { effect } of body?.getAnimations() ?? []) seen.add(effect?.getTiming().duration)
          await new Promise(requestAnimationFrame)
        }
        return [...seen]
      })
      expect(durations).toEqual(reducedMotion === 'reduce' ? [] : [150])
      if (reducedMotion === 'no-preference') await page.context().close()
    }
  })

  it('lies in the top layer at the z-index of the theme', async () => {
    const page = await visit()
    await open(page)
    expect(
      await dialog(page).evaluate((element) => [element.matches(':modal'), getComputedStyle(element).zIndex]),
    ).toEqual([true, '999'])
  })

  it('is one card of 360 px in the middle', async () => {
    const page = await visit({ reducedMotion: 'reduce' })
    await open(page)
    const box = await card(page).boundingBox()
    expect(box?.width).toBe(360)
    expect(Math.abs((box?.x ?? 0) * 2 + 360 - 1000)).toBeLessThan(2)
    expect(Math.abs((box?.y ?? 0) * 2 + (box?.height ?? 0) - 760)).toBeLessThan(2)
  })

  it('toasts are 300 to 560 px wide, in the modal and without it', async () => {
    const page = await visit()
    await open(page)
    for (const message of ['Swapped', 'A message that goes on and on '.repeat(8)]) {
      await page.evaluate((text) => window.test.modal.use(window.test.shell)?.toast.success(text), message)
      await page.locator('.wm-toast', { hasText: message.trim() }).waitFor()
      const { width = 0 } = (await page.locator('.wm-toast').boundingBox()) ?? {}
      expect(width).toBeGreaterThanOrEqual(300)
      expect(width).toBeLessThanOrEqual(560)
      await page.evaluate(() => window.test.modal.close())
      expect(await page.locator('.wm-toast').isVisible()).toBe(true)
    }
  })
})

describe('a phone', () => {
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 780 }, reducedMotion: 'reduce' }
  const drag = async (page: Page, by: number): Promise<void> => {
    const box = await page.locator('.wm-title').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) {
      await page.mouse.move(x, y + (by * step) / 10)
      await page.waitForTimeout(20)
    }
    await page.mouse.up()
  }

  it('gets a sheet at its lower edge', async () => {
    const page = await visit(phone)
    await open(page)
    const box = await card(page).boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 780])
  })

  it('pulls it down to close it; a short pull lets it come back', async () => {
    const page = await visit(phone)
    await open(page)
    const before = await card(page).boundingBox()
    await drag(page, 30)
    expect(await card(page).boundingBox()).toEqual(before)
    await drag(page, 200)
    await dialog(page).waitFor({ state: 'hidden' })
    await open(page)
    expect(await card(page).boundingBox()).toEqual(before)
  })

  it('A5: cannot pull it down while a guard refuses', async () => {
    const page = await visit(phone)
    await open(page)
    await page.evaluate(() => {
      window.test.mayClose.value = false
    })
    const before = await card(page).boundingBox()
    await drag(page, 200)
    expect(await dialog(page).isVisible()).toBe(true)
    expect(await card(page).boundingBox()).toEqual(before)
  })
})
