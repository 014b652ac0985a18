// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { watchPage } from './page-watch.js'

it('a timer is called with its arguments while the page is watched', async () => {
  const page = watchPage()
  try {
    const value = await new Promise((resolve) => setTimeout(resolve, 0, 'argument'))
    expect(value).toBe('argument')
  } finally {
    page.end()
  }
})
