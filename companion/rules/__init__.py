"""The four rule books as data, and what is reckoned by them: hands, scores, settlements."""
