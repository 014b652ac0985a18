/**
 * The id that a code host gives a heading, so that one link works in both places.
 * @param {string} heading its text @param {Map<string, number>} [seen] of this page
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

/** Markdown without its code blocks: what is left has the same number of lines. @param {string} markdown */
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

/** The first sentences of a page: its first paragraph. @param {string} markdown */
export function leadOf(markdown) {
  const paragraphs = withoutCode(markdown).split(/\n{2,}/)
  const lead = paragraphs.find((text) => /^[\p{L}`"*[]/u.test(text.trim()))
  return plainText(lead ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Where a page of the site is: beside the others, so that the site works below any path. @param {string} file */
export const addressOf = (file) => file.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')

/** A link in a page as the site writes it. @param {string} href */
export const siteLink = (href) =>
  /^[a-z][a-z0-9+.-]*:|^#/i.test(href)
    ? href
    : href.replace(/^([^#]*\.md)(#.*)?$/, (_, file, hash = '') => `${addressOf(file)}${hash}`)
