package budget

runs_total := count(input.runs)

deny contains "too many" if runs_total > 10

deny contains "too dear" if input.plans.monthly > 100
