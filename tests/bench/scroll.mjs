const WALLETS = 5000
const FRAMES = 240
/** As fast as a thumb flicks. */
const STEP_PX = 120

/** A page of the catalogue as the API answers it. @param {URL} url */
function pageOf(url) {
  const [page, entries] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('entries'))]
  const data = Array.from({ length: entries }, (_, at) => (page - 1) * entries + at)
    .filter((at) => at < WALLETS)
    .map((at) => ({ id: `w${at}`, name: `Wallet ${at}`, homepage: 'https://example.org' }))
  return { data, count: WALLETS }
}

/**
 * Runs in the page. Waits for every frame, and answers with the frames a second.
 * @param {{ frames: number, step: number }} plan `step`: what each frame scrolls by, in CSS pixels; 0 stands still
 */
async function paint({ frames, step }) {
  const body = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('.wm-body')
  if (!body) throw new Error('There is no list to scroll.')
  const from = performance.now()
  for (let frame = 0; frame < frames; frame++) {
    body.scrollTop += step
    await new Promise(requestAnimationFrame)
  }
  return (1000 * frames) / (performance.now() - from)
}

/**
 * How many frames a second the browser paints while the list of 5,000 wallets scrolls, beside the same list standing still.
 * @param {import('playwright-core').Browser} browser @param {string} url @param {number} runs
 * @returns {Promise<{ still: number[], scrolled: number[] }>} a figure for each run
 */
export async function measureScrolling(browser, url, runs) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  try {
    await context.route('**/getWallets*', (route) =>
      route.fulfill({
        json: pageOf(new URL(route.request().url())),
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    const page = await context.newPage()
    await page.goto(url)
    await page.click('#open')
    await page.getByRole('button', { name: /^All Wallets/ }).click()
    await page.getByRole('button', { name: 'Wallet 5', exact: true }).waitFor()
    /** @type {{ still: number[], scrolled: number[] }} */
    const figures = { still: [], scrolled: [] }
    for (let run = 0; run < runs; run++) {
      figures.still.push(await page.evaluate(paint, { frames: FRAMES / 4, step: 0 }))
      // down, with the catalogue's pages coming as it goes, and up again
      for (const step of [STEP_PX, -STEP_PX])
        figures.scrolled.push(await page.evaluate(paint, { frames: FRAMES / 2, step }))
    }
    return figures
  } finally {
    await context.close()
  }
}
