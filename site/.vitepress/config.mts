import { defineConfig } from 'vitepress'
import { sourceLinks } from './source-links'

// The pages are the user pages of the repository (pages.mjs); this folder only adds the start page and the order.
export default defineConfig({
  title: 'Jointly',
  description: 'Groups detected joints into people, with a proof that no other grouping fits the scores better',
  srcDir: './pages',
  outDir: './dist',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    config: sourceLinks,
    // the anchors that GitHub gives headings, which the links of the pages use
    anchor: { slugify: (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-') },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Commands', link: '/commands' },
      { text: 'Results', link: '/results' },
      { text: 'FAQ', link: '/faq' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Getting started', link: '/getting-started' },
          { text: 'FAQ and glossary', link: '/faq' },
        ],
      },
      {
        text: 'Your tool',
        items: [
          { text: 'DeepLabCut', link: '/deeplabcut' },
          { text: 'SLEAP', link: '/sleap' },
          { text: 'Label Studio', link: '/label-studio' },
          { text: 'CVAT', link: '/cvat' },
          { text: 'X-AnyLabeling', link: '/x-anylabeling' },
          { text: 'Images and your own network', link: '/your-network' },
          { text: 'Your own detections', link: '/your-detections' },
        ],
      },
      {
        text: 'Use it well',
        items: [
          { text: 'Costs', link: '/costs' },
          { text: 'Doubts', link: '/doubts' },
          { text: 'Tracks', link: '/tracks' },
          { text: 'The browser page', link: '/page' },
        ],
      },
      {
        text: 'At scale',
        items: [
          { text: 'The service', link: '/service' },
          { text: 'Batches', link: '/spark' },
          { text: 'Java', link: '/java' },
          { text: 'Python', link: '/python' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Commands', link: '/commands' },
          { text: 'Formats', link: '/formats' },
          { text: 'The certificate', link: '/certificate' },
        ],
      },
      {
        text: 'Background',
        items: [
          { text: 'How it works', link: '/how-it-works' },
          { text: 'Results', link: '/results' },
        ],
      },
    ],
  },
})
