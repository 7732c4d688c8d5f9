// Reads the templates of the pages' components.

/** A component's tag in a template, in which a NUL stands for each value, and the names of its attributes. */
const TAG = /<\0([^<>]*)>/g;
const ATTRIBUTE = /([\w-]+)=/g;

/** The attributes that a tagged template gives to components, each as [name, expression of the component]. */
export function attributesOf(ts, template) {
  if (!ts.isTemplateExpression(template)) return [];
  const values = template.templateSpans.map((span) => span.expression);
  const text = [template.head, ...template.templateSpans.map((span) => span.literal)].map((part) => part.rawText).join("\0");
  return [...text.matchAll(TAG)].flatMap((tag) => {
    const component = values[text.slice(0, tag.index).split("\0").length - 1];
    return [...tag[1].matchAll(ATTRIBUTE)].map((match) => [match[1], component]);
  });
}
