const script =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<number>\b\d[\d_]*n?\b)|(?<word>\b(?:as|async|await|class|const|default|else|export|extends|false|for|from|function|if|import|interface|let|new|null|of|readonly|return|true|type|undefined|using|void)\b)/g

/**
 * Patterns for syntax highlighting: comments, strings, numbers and keywords. One expression per language; other code stays plain.
 * @type {Readonly<Record<string, RegExp>>}
 */
const languages = {
  ts: script,
  tsx: script,
  js: script,
  json: /(?<word>"[^"\n]*"(?=\s*:))|(?<text>"[^"\n]*")|(?<number>\b-?\d[\d.]*\b|\b(?:true|false|null)\b)/g,
  sh: /(?<comment>(?<=^|\s)#[^\n]*)|(?<word>(?<=\s)--?[a-z][\w-]*)/g,
  html: /(?<comment><!--[\s\S]*?-->)|(?<text>"[^"\n]*")|(?<word>(?<=<\/?)[a-z][\w-]*)/g,
  css: /(?<comment>\/\*[\s\S]*?\*\/)|(?<word>--[\w-]+|[\w-]+(?=:))|(?<text>#[\da-f]{3,8}\b|\b\d+px\b)/gi,
}

/** @param {string} text */
export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** @param {string} code @param {string} language @returns {string} HTML */
export function highlight(code, language) {
  const pattern = languages[language === 'svelte' || language === 'vue' ? 'html' : language]
  if (!pattern) return escapeHtml(code)
  let html = ''
  let at = 0
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? 'text'
    html += `${escapeHtml(code.slice(at, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    at = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(at))
}
