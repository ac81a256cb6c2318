import { defineConfig } from 'vitepress'
import { sourceLinks } from './source-links'

// The pages are the Markdown files of the repository itself (pages.mjs); this folder only adds the front page and the order.
export default defineConfig({
  title: 'Jointly',
  description: 'Who is who in a crowd of joints, with proof',
  srcDir: './pages',
  outDir: './dist',
  cleanUrls: false,
  lastUpdated: false,
  markdown: { config: sourceLinks },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/README' },
      { text: 'Concepts', link: '/docs/concepts' },
      { text: 'Algorithm', link: '/docs/algorithm' },
      { text: 'Certificate', link: '/docs/certificate' },
      { text: 'Operations', link: '/docs/operations' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Install and try', link: '/README' },
          { text: 'Archives', link: '/docs/install' },
          { text: 'Five-minute tours', link: '/docs/tours' },
          { text: 'Concepts', link: '/docs/concepts' },
          { text: 'FAQ', link: '/docs/faq' },
          { text: 'Glossary', link: '/docs/glossary' },
        ],
      },
      {
        text: 'Inputs and outputs',
        items: [
          { text: 'Every input, every output', link: '/docs/how-to' },
          { text: 'Images, videos, networks', link: '/docs/vision' },
          { text: 'DeepLabCut', link: '/docs/for-deeplabcut-users' },
          { text: 'SLEAP', link: '/docs/for-sleap-users' },
          { text: 'Your own network', link: '/docs/evidence' },
          { text: 'Costs, and how to fit them', link: '/docs/costs' },
          { text: 'Files', link: '/docs/files' },
          { text: 'Options', link: '/docs/options' },
          { text: 'Tracks', link: '/docs/tracks' },
          { text: 'Comparing two results', link: '/docs/compare' },
        ],
      },
      {
        text: 'Annotators',
        items: [
          { text: 'The page', link: '/docs/server#the-page' },
          { text: 'Label Studio', link: '/docs/use-from-label-studio' },
          { text: 'CVAT', link: '/docs/use-from-cvat' },
          { text: 'X-AnyLabeling', link: '/docs/use-from-x-anylabeling' },
          { text: 'Margins: where to look', link: '/docs/margins' },
        ],
      },
      {
        text: 'Developers',
        items: [
          { text: 'Java', link: '/docs/java' },
          { text: 'Java: examples', link: '/examples/README' },
          { text: 'Python', link: '/clients/python/README' },
          { text: 'Python: a tutorial', link: '/clients/python/tutorial' },
          { text: 'HTTP', link: '/docs/server' },
        ],
      },
      {
        text: 'How it works',
        items: [
          { text: 'The algorithm, and the paper corrected', link: '/docs/algorithm' },
          { text: "The paper's experiment", link: '/docs/paper' },
          { text: 'The certificate', link: '/docs/certificate' },
          { text: 'Cases for checkers', link: '/conformance/README' },
          { text: 'Architecture', link: '/docs/architecture' },
        ],
      },
      {
        text: 'Operations',
        items: [
          { text: 'What to run, and how large', link: '/docs/operations' },
          { text: 'The service', link: '/docs/server' },
          { text: 'Batches on Spark', link: '/docs/spark' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Trust: what is checked', link: '/docs/trust' },
          { text: 'Mutation testing', link: '/docs/mutation' },
          { text: 'Licences', link: '/docs/licences' },
          { text: 'Advisories', link: '/docs/advisories' },
        ],
      },
      {
        text: 'Measured',
        items: [
          { text: 'Speed', link: '/docs/speed' },
          { text: 'Accuracy', link: '/docs/evaluation' },
          { text: 'Absurd people', link: '/docs/absurd-people' },
        ],
      },
      {
        text: 'Project',
        items: [
          { text: 'Extending it', link: '/docs/extending' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Releasing', link: '/docs/releasing' },
          { text: 'Dependencies', link: '/docs/dependencies' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
    ],
  },
})
