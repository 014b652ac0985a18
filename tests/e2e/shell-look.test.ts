import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { measureContrast, randomAccents } from './support/contrast.js'
import { dialog } from './support/modal.js'
import { atRest } from './support/rest.js'
import { card, createShell, open, views } from './support/shell.js'

const visit = createShell()

describe('M1: axe', () => {
  it.each(views.flatMap((view) => [[view, 'light'] as const, [view, 'dark'] as const]))(
    'M1: %s has no axe violations in %s mode',
    async (view, theme) => {
      const page = await visit({ reducedMotion: 'reduce' }, `?theme=${theme}`)
      await open(page, view)
      await page.evaluate(() => window.test.modal.use(window.test.shell)?.toast.success('Swapped'))
      await atRest(page)
      expect(await findWithAxe(page, '[data-wallet-modal]')).toEqual([])
    },
  )
})

describe('M3: targets and contrast', () => {
  it.each(views)('M3: every target of %s is at least 24 px, 44 px in header and lists', async (view) => {
    const page = await visit()
    await open(page, view)
    await atRest(page)
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

  it.each(['light', 'dark'])(
    'M3: text has a contrast of at least 4.5:1 with 20 random accents, in %s mode',
    async (mode) => {
      const page = await visit({ reducedMotion: 'reduce' }, `?theme=${mode}`)
      const accents = randomAccents(20)
      for (const view of views) {
        await open(page, view)
        const faint = await page.evaluate(measureContrast, accents)
        expect(faint).toEqual([])
      }
    },
  )
})

describe('M2: forced colours', () => {
  it('M2: only the focused field has an outline', async () => {
    const page = await visit({ forcedColors: 'active' })
    await open(page, 'Form')
    const field = page.locator('.wm-input').first()
    const outline = () => field.evaluate((one) => getComputedStyle(one).outlineStyle)
    expect(await outline()).toBe('none')
    await field.locator('input').focus()
    expect(await outline()).toBe('solid')
  })
})

describe('L2: right to left', () => {
  it.each(views.flatMap((view) => [320, 390, 1000].map((width) => [view, width] as const)))(
    'L2: %s has no overflow at %i px, and addresses and amounts stay left to right',
    async (view, width) => {
      const page = await visit({ viewport: { width, height: 760 }, reducedMotion: 'reduce' }, '?locale=ar')
      await open(page, view)
      await expect.poll(() => dialog(page).getAttribute('dir')).toBe('rtl')
      await atRest(page)
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

  it.each([320, 330, 340, 350, 360, 370])('a shortened address fits on one line at %i px', async (width) => {
    const page = await visit({ viewport: { width, height: 760 } })
    await open(page, 'Home')
    const lines = await page.locator('.wm-item .wm-address-short').evaluate((one) => one.getClientRects().length)
    expect(lines).toBe(1)
  })

  it('L2: a field shows the beginning of a long address, and stays aligned with its label', async () => {
    const page = await visit({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' }, '?locale=ar')
    await open(page, 'Form')
    await expect.poll(() => dialog(page).getAttribute('dir')).toBe('rtl')
    const field = page.locator('.wm-input input').first()
    const style = () => field.evaluate((one) => [getComputedStyle(one).direction, getComputedStyle(one).textAlign])
    expect(await style()).toEqual(['rtl', expect.stringMatching(/^(right|start)$/)])
    await field.fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
    expect(await style()).toEqual(['ltr', 'right'])
    await field.blur()
    expect(await field.evaluate((one) => one.scrollLeft)).toBe(0)
  })

  it('L2: the groups of an address are ordered from left to right', async () => {
    const page = await visit({ reducedMotion: 'reduce' }, '?locale=ar')
    await open(page, 'Form')
    const lefts = await page
      .locator('.wm-address span')
      .evaluateAll((spans) => spans.slice(0, 4).map((span) => span.getBoundingClientRect().left))
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
    expect(new Set(lefts).size).toBe(4)
  })
})

describe('a page’s own style sheet', () => {
  it.each([
    ['hides empty elements, as shop themes do,', 'div:empty,p:empty{display:none}'],
    ['hides all parts of the page except one', 'body>:not(main){display:none;visibility:hidden}'],
    [
      'resets all properties',
      '*{all:unset;visibility:hidden;letter-spacing:9px;line-height:0;text-transform:uppercase}',
    ],
  ])('that %s does not change the modal’s position and size', async (_, css) => {
    const page = await visit({ reducedMotion: 'reduce' })
    const box = async () => {
      await open(page)
      await atRest(page)
      await card(page).waitFor()
      return card(page).boundingBox()
    }
    const usual = await box()
    await page.evaluate(() => window.test.modal.close())
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }, css)
    expect(await box()).toEqual(usual)
  })
})
