/**
 * Id of a heading, as GitHub derives it, so that the same link works on the code host and on the site.
 * @param {string} heading its text @param {Map<string, number>} [seen] number of headings of the page with each id so far
 */
export function anchorOf(heading, seen = new Map()) {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
  const before = seen.get(plain) ?? 0
  seen.set(plain, before + 1)
  return before ? `${plain}-${before}` : plain
}

/** A heading's text without Markdown. @param {string} text */
export const plainText = (text) => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

/** Markdown with its code blocks emptied. The number of lines stays the same. @param {string} markdown */
export const withoutCode = (markdown) =>
  markdown.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, (block) => block.replace(/[^\n]+/g, ''))

/** The headings of a page, with their ids. @param {string} markdown */
export function headingsOf(markdown) {
  const seen = new Map()
  return [...withoutCode(markdown).matchAll(/^(#{1,6}) +(.+?) *$/gm)].map(([, marks = '', text = '']) => ({
    level: marks.length,
    text: plainText(text),
    anchor: anchorOf(plainText(text), seen),
  }))
}

/** The first paragraph of a page. @param {string} markdown */
export function leadOf(markdown) {
  const paragraphs = withoutCode(markdown).split(/\n{2,}/)
  const lead = paragraphs.find((text) => /^[\p{L}`"*[]/u.test(text.trim()))
  return plainText(lead ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Path of a page, relative to the site, so that the site works below any base path. @param {string} file */
export const addressOf = (file) => file.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')

/** Converts a link of a Markdown page to a link of the site. @param {string} href */
export const siteLink = (href) =>
  /^[a-z][a-z0-9+.-]*:|^#/i.test(href)
    ? href
    : href.replace(/^([^#]*\.md)(#.*)?$/, (_, file, hash = '') => `${addressOf(file)}${hash}`)
