import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { card, createShell, open } from './support/shell.js'

const visit = createShell()

describe('G5: theme values', () => {
  it('G5: no theme token can inject other CSS or cause a request', async () => {
    const page = await visit()
    await open(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
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
      const tokens = sheets[1] // the style sheet of the tokens, between the base style sheet and the style sheets of further views
      const hosts = [...(tokens?.cssRules ?? [])].map((rule) => rule.cssText.split('{')[0]?.trim())
      if (
        hosts.length === 0 ||
        hosts.some((host) => host !== ':host' && host !== '@media (prefers-color-scheme: dark)')
      )
        survived.push(`rules for ${hosts}`)
      return survived
    })
    expect(escaped).toEqual([])
    expect(requests).toEqual([])
    expect(await dialog(page).isVisible()).toBe(true)
  })

  it("a page's own CSS can set tokens on the modal's host element", async () => {
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
