/** `Record<string, …>`, also as `Readonly<…>`. */
const OF_ANY_NAME = /^(?:Readonly<)?Record<string,/;

/**
 * A table of a file that is asked by a name is a Map: an object answers to `constructor` and `toString` as well, which may
 * come from outside, with something that is no entry of it.
 */
const lookups = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { sourceCode } = context;
    const check = (node) => {
      const type = node.id.typeAnnotation?.typeAnnotation;
      if (node.init?.type !== 'ObjectExpression' || !type) return;
      if (!OF_ANY_NAME.test(sourceCode.getText(type).replaceAll(/\s/g, ''))) return;
      for (const { references } of sourceCode.getDeclaredVariables(node)) {
        for (const { identifier } of references) {
          const use = identifier.parent;
          const isAsked =
            use.type === 'MemberExpression' && use.object === identifier && use.computed;
          if (!isAsked || use.property.type === 'Literal') continue;
          const message = `Make ${node.id.name} a Map: an object answers to 'constructor' too.`;
          context.report({ node: use, message });
        }
      }
    };
    return {
      'Program > VariableDeclaration > VariableDeclarator': check,
      'Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': check,
    };
  },
};

export default { rules: { lookups } };
